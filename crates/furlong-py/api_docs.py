"""Writes the reference of the package as pages: `python api_docs.py FOLDER`. Needs pdoc, and the packages of the environments."""

import sys
import warnings
from pathlib import Path

import pdoc

# The compiled classes have their types in the stub of `furlong._furlong`, and are public in `furlong`.
found = pdoc.doc_pyi.find_stub_file
pdoc.doc_pyi.find_stub_file = lambda name: found("furlong._furlong" if name == "furlong" else name)
# numpy is imported only when an array is needed, so that pdoc finds it in no annotation of a field.
warnings.filterwarnings("ignore", message="Error parsing type annotation")
pdoc.render.configure(docformat="google")
pdoc.pdoc("furlong", "furlong.gymnasium", "furlong.pettingzoo", output_directory=Path(sys.argv[1]))
