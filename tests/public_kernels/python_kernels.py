"""Compiles kernels that are written in Python, Triton's and numba's, to PTX. No card is needed.

A function is taken from its file as it stands, by its name, with the constants and functions that
it uses; other code of the file, which may need a card or further packages, does not run.
"""

import ast
import contextlib
import json
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

COMPILERS = ("triton", "numba")


@dataclass(frozen=True)
class PythonKernel:
    """A kernel of kernels.toml: where it is, and for which arguments it is compiled."""

    name: str
    compiler: str  # triton or numba
    file: str  # below the folder of sources
    function: str
    signature: Any  # triton: parameter to type or "constexpr"; numba: the types of the arguments
    uses: list[str] = field(default_factory=list)  # other names of the file
    constants: dict[str, Any] = field(default_factory=dict)  # of parameters, or of the file
    imports: dict[str, list[str]] = field(default_factory=dict)  # other file to names of it
    options: dict[str, Any] = field(default_factory=dict)  # triton's, such as num_warps
    arch: int = 90


def read_kernels(collection: Path) -> list[PythonKernel]:
    """What kernels.toml of a collection lists."""
    text = (collection / "kernels.toml").read_text(encoding="utf-8")
    return [PythonKernel(**each) for each in tomllib.loads(text)["kernel"]]


def build(collection: Path, sources: Path, out: Path, compiler: str) -> list[str]:
    """Writes NAME.ptx for each kernel of a compiler; returns the names of those that failed."""
    out.mkdir(parents=True, exist_ok=True)
    failed = []
    for kernel in read_kernels(collection):
        if compiler not in ("all", kernel.compiler):
            continue
        try:
            compiled = {"triton": with_triton, "numba": with_numba}[kernel.compiler]
            compiled(kernel, sources / kernel.file, out)
            print(f"{kernel.name}: built", flush=True)
        except Exception as error:  # a compiler raises many kinds; all are reported
            failed.append(kernel.name)
            print(f"{kernel.name}: {type(error).__name__}: {str(error)[:400]}", file=sys.stderr)
    return failed


def with_triton(kernel: PythonKernel, file: Path, out: Path) -> None:
    """Writes the PTX and, beside it, the metadata (threads, shared memory) as Triton keeps them."""
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    function = function_of(kernel, file, {})
    while not isinstance(function, triton.runtime.JITFunction):
        function = function.fn  # of triton.heuristics
    constants = {
        (function.arg_names.index(name),): value for name, value in kernel.constants.items()
    }
    source = ASTSource(fn=function, signature=kernel.signature, constexprs=constants)
    options = {"enable_fp_fusion": False} | kernel.options
    done = triton.compile(source, target=GPUTarget("cuda", kernel.arch, 32), options=options)
    (out / f"{kernel.name}.ptx").write_text(done.asm["ptx"], encoding="utf-8")
    metadata = json.dumps(done.metadata._asdict(), default=vars)
    (out / f"{kernel.name}.json").write_text(metadata, encoding="utf-8")


def with_numba(kernel: PythonKernel, file: Path, out: Path) -> None:
    """Writes the PTX that numba-cuda makes for arguments of the given types."""
    from numba import cuda

    function = function_of(kernel, file, kernel.constants)
    signature = f"void({', '.join(kernel.signature)})"
    capability = divmod(kernel.arch, 10)
    ptx, _ = cuda.compile_ptx(function, signature, cc=capability, lineinfo=True)
    (out / f"{kernel.name}.ptx").write_text(ptx, encoding="utf-8")


def function_of(kernel: PythonKernel, file: Path, constants: dict[str, Any]) -> Any:
    """The kernel's function, with what it uses of its own file and of others around it.

    The code keeps its file and lines, so that compilers find the source of a function. Decorators
    stay if they belong to Triton and choose no configuration.
    """
    scope: dict[str, Any] = {"__name__": file.stem, **constants}
    root = str(file)[: -len(kernel.file)]
    for other, names in kernel.imports.items():
        add_names(Path(root) / other, names, scope)
    add_names(file, [*kernel.uses, kernel.function], scope)
    return scope[kernel.function]


def add_names(file: Path, names: list[str], scope: dict[str, Any]) -> None:
    """Defines `names` of a file, of any depth of nesting, after its imports that succeed."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            with contextlib.suppress(ImportError):
                run_node(node, file, scope)
    for name in names:
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name == name:
                node.decorator_list = [each for each in node.decorator_list if compiles(each)]
            elif not (isinstance(node, ast.Assign | ast.AnnAssign) and name in targets(node)):
                continue
            run_node(node, file, scope)
            break
        else:
            raise LookupError(f"{file}: no function and no variable '{name}'")


def compiles(decorator: ast.expr) -> bool:
    """Whether a decorator makes a kernel, and does not search for its configuration."""
    return ast.unparse(decorator).startswith(("triton.jit", "triton.heuristics"))


def targets(node: ast.Assign | ast.AnnAssign) -> list[str]:
    """The plain names that an assignment sets."""
    left = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [each.id for each in left if isinstance(each, ast.Name)]


def run_node(node: ast.stmt, file: Path, scope: dict[str, Any]) -> None:
    """Executes one statement of a file in `scope`."""
    module = ast.Module([node], type_ignores=[])
    exec(compile(module, str(file), "exec"), scope)
