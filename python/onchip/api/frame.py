"""Tables as pandas data frames. pandas is not a requirement of onchip."""

from onchip.base.failures import Exit, Failure


def pandas_or_failure():
    """Imports pandas; a Failure says how to install it."""
    try:
        import pandas
    except ImportError as error:
        raise Failure(Exit.MACHINE, "pandas is missing. Type: pip install pandas") from error
    return pandas
