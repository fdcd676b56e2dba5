"""Spack's package of warpmark, for a repository of packages of one's own.

No release is published yet, so it is built out of a checkout: `spack dev-build warpmark@0.1.0`.
"""

from spack_repo.builtin.build_systems.python import PythonPackage

from spack.package import *


class Warpmark(PythonPackage):
    """Verifies, times, tunes and gates CUDA parallel primitives and your own kernels."""

    license("Apache-2.0")

    version("0.1.0")

    variant("nvrtc", default=True, description="Compile kernels with the toolkit of Spack's cuda")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("py-scikit-build-core@0.11:", type="build")
    depends_on("boost@1.74:+math", type="build")
    depends_on("cli11@2.1:", type="build")
    depends_on("nlohmann-json@3.11:", type="build")
    depends_on("fmt@9.1:", type=("build", "link"))
    depends_on("openssl@3.0:", type=("build", "link"))
    depends_on("pugixml@1.13:", type=("build", "link"))
    depends_on("tomlplusplus@3.3:", type=("build", "link"))
    depends_on("zlib-api", type=("build", "link"))
    depends_on("zstd@1.4:", type=("build", "link"))
    depends_on("cuda@12:", type="run", when="+nvrtc")

    depends_on("python@3.11:", type=("build", "run"))
    depends_on("py-fastjsonschema@2.20:", type=("build", "run"))
    depends_on("py-jinja2@3.1:", type=("build", "run"))
    depends_on("py-matplotlib@3.9:", type=("build", "run"))
    depends_on("py-numpy@1.26:", type=("build", "run"))
    depends_on("py-pandas@2.2:", type=("build", "run"))

    import_modules = ["warpmark", "warpmark_reports"]

    def config_settings(self, spec, prefix):
        """Settings of scikit-build-core: programs that use Spack's shared libraries."""
        return {
            "cmake.define.WARPMARK_PORTABLE": "OFF",
            "cmake.define.CMAKE_INSTALL_RPATH_USE_LINK_PATH": "ON",
            "build.targets": "warpmark;warpmark-tuner;warpmark-gate;warpmark_session",
        }

    def setup_run_environment(self, env):
        """CUDA is found by CUDA_HOME; without the variant, as on any other system."""
        if self.spec.satisfies("+nvrtc"):
            env.set("CUDA_HOME", self.spec["cuda"].prefix)
