"""What a catalogue's entries are made of: names, amounts, and what a helper costs."""

from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ..foundations.tasks import is_blank

HelperName: TypeAlias = Literal["classifier", "summarizer", "critic"]
HELPERS: tuple[HelperName, ...] = get_args(HelperName)


def _named(name: str) -> str:
    if is_blank(name):
        raise ValueError("must not be blank")
    return name


Name: TypeAlias = Annotated[str, AfterValidator(_named)]
# Strict, or a text that looks like a number would pass for one. No real price or time is near the
# upper ends; they keep every sum finite.
Dollars: TypeAlias = Annotated[float, Field(strict=True, ge=0, le=1e6, allow_inf_nan=False)]
Milliseconds: TypeAlias = Annotated[float, Field(strict=True, ge=0, le=1e8, allow_inf_nan=False)]
Tokens: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=10**9)]


class HelperPrice(BaseModel):
    """What a helper costs: a model that classifies, summarises or judges.

    Attributes:
        input_usd: Dollars for a million tokens of the prompt.
        output_usd: Dollars for a million tokens of the reply.
        output_tokens: Tokens that a reply typically has.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    input_usd: Dollars = 0.0
    output_usd: Dollars = 0.0
    output_tokens: Tokens = 100
