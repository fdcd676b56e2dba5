"""`python -m warpmark`: the program."""

from warpmark.programs import main

if __name__ == "__main__":
    main()
