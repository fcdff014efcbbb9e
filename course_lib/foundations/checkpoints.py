"""Savers with a strict serializer, and one tenant's view of any saver.

A `TenantCheckpointer` keeps code that asks for a wrong thread from getting it. Whoever runs in the
same process can still reach the saver behind it, so the storage has to deny as well: see
`checkpoints_sqlite` and `checkpoints_postgres`.

Source: requirement "Agent orchestration", section 9.3 and its integration matrix.
"""

from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NoReturn

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    DeltaChannelHistory,
)
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from typing_extensions import override

from .errors import TenantAccessDenied, shown
from .namespaces import checked_tenant, owner_of


def strict_serializer() -> JsonPlusSerializer:
    """LangGraph's serializer, which here makes nothing but plain data and messages again.

    Without `LANGGRAPH_STRICT_MSGPACK`, LangGraph's own would import and call whatever a checkpoint
    names, so that whoever can write one can run code.
    """
    return JsonPlusSerializer(allowed_msgpack_modules=None)


def memory_saver() -> InMemorySaver:
    """A saver in this process, which ends with it."""
    return InMemorySaver(serde=strict_serializer())


class TenantCheckpointer(BaseCheckpointSaver[Any]):
    """One authenticated tenant's view of a saver.

    Every method of a saver is here. A thread that is not the tenant's is refused before the saver
    hears of it; a list without a thread holds the tenant's own only.

    Attributes:
        saver: The saver behind the view.
        tenant: Whose view it is, in NFC.

    Raises:
        TenantAccessDenied: From every method that is given a thread of somebody else, or one that
            is no namespace.
        TypeError: If the tenant is not text.
    """

    def __init__(self, saver: BaseCheckpointSaver[Any], tenant: str) -> None:
        super().__init__(serde=saver.serde)
        self.saver = saver
        self.tenant = checked_tenant(tenant)

    @property
    @override
    def config_specs(self) -> Any:
        return self.saver.config_specs

    @override
    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return self.saver.get_tuple(self._own(config))

    @override
    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return await self.saver.aget_tuple(self._own(config))

    @override
    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        self._check_before(before)
        if config is not None:
            own = self._own(config)
            return self.saver.list(own, filter=filter, before=before, limit=limit)
        every = self.saver.list(None, filter=filter, before=before)
        return islice((each for each in every if self._owns(each)), limit)

    @override
    def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        self._check_before(before)
        if config is not None:
            own = self._own(config)
            return self.saver.alist(own, filter=filter, before=before, limit=limit)
        every = self.saver.alist(None, filter=filter, before=before)
        return _first(limit, every, self._owns)

    @override
    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        return self.saver.put(self._own(config), checkpoint, metadata, new_versions)

    @override
    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        return await self.saver.aput(self._own(config), checkpoint, metadata, new_versions)

    @override
    def put_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        self.saver.put_writes(self._own(config), writes, task_id, task_path)

    @override
    async def aput_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        await self.saver.aput_writes(self._own(config), writes, task_id, task_path)

    @override
    def delete_thread(self, thread_id: str) -> None:
        self.saver.delete_thread(self._own_thread(thread_id))

    @override
    async def adelete_thread(self, thread_id: str) -> None:
        await self.saver.adelete_thread(self._own_thread(thread_id))

    @override
    def delete_for_runs(self, run_ids: Sequence[str]) -> NoReturn:
        """Always refused: a run's id does not say whose run it is."""
        raise self._denied(f"the runs {shown(run_ids)}: a run's id has no owner")

    @override
    async def adelete_for_runs(self, run_ids: Sequence[str]) -> NoReturn:
        """Always refused: a run's id does not say whose run it is."""
        self.delete_for_runs(run_ids)

    @override
    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        source, target = map(self._own_thread, (source_thread_id, target_thread_id))
        self.saver.copy_thread(source, target)

    @override
    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        source, target = map(self._own_thread, (source_thread_id, target_thread_id))
        await self.saver.acopy_thread(source, target)

    @override
    def prune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        self.saver.prune([*map(self._own_thread, thread_ids)], strategy=strategy)

    @override
    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        await self.saver.aprune([*map(self._own_thread, thread_ids)], strategy=strategy)

    @override
    def get_delta_channel_history(
        self, *, config: RunnableConfig, channels: Sequence[str]
    ) -> Mapping[str, DeltaChannelHistory]:
        own = self._own(config)
        return self.saver.get_delta_channel_history(config=own, channels=channels)

    @override
    async def aget_delta_channel_history(
        self, *, config: RunnableConfig, channels: Sequence[str]
    ) -> Mapping[str, DeltaChannelHistory]:
        own = self._own(config)
        return await self.saver.aget_delta_channel_history(config=own, channels=channels)

    @override
    def get_next_version(self, current: Any, channel: None) -> Any:
        return self.saver.get_next_version(current, channel)

    @override
    def with_allowlist(self, extra_allowlist: Collection[tuple[str, ...]]) -> "TenantCheckpointer":
        return TenantCheckpointer(self.saver.with_allowlist(extra_allowlist), self.tenant)

    def _own(self, config: RunnableConfig) -> RunnableConfig:
        self._own_thread(_thread_of(config))
        return config

    def _own_thread(self, thread_id: Any) -> str:
        if owner_of(thread_id) != self.tenant:
            raise self._denied(f"thread {shown(thread_id)}")
        return str(thread_id)

    def _check_before(self, before: RunnableConfig | None) -> None:
        # It need not name a thread: savers read its checkpoint's id only.
        if before is not None and _thread_of(before) is not None:
            self._own(before)

    def _owns(self, found: CheckpointTuple) -> bool:
        return owner_of(_thread_of(found.config)) == self.tenant

    def _denied(self, asked: str) -> TenantAccessDenied:
        return TenantAccessDenied(self.tenant, asked=asked)


def storage_of(saver: BaseCheckpointSaver[Any]) -> BaseCheckpointSaver[Any]:
    """The saver behind a tenant's view, or the saver itself."""
    return saver.saver if isinstance(saver, TenantCheckpointer) else saver


def _thread_of(config: RunnableConfig) -> Any:
    return config.get("configurable", {}).get("thread_id")


async def _first(
    limit: int | None,
    every: AsyncIterator[CheckpointTuple],
    wanted: Callable[[CheckpointTuple], bool],
) -> AsyncIterator[CheckpointTuple]:
    given = 0
    async for each in every:
        if given == limit:
            break
        if wanted(each):
            given += 1
            yield each
