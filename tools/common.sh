# Shared by the scripts of tools/; sourced, with bash.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

venv=.venv
# Builds, tests and the demo do not depend on somebody's defaults of options.
export WARPMARK_CONFIG=

say() { printf '== %s\n' "$*"; }

die() {
  printf 'error: %s\n' "$*" >&2
  exit 2
}

# Whether there is a CUDA driver.
has_card() { have nvidia-smi || /sbin/ldconfig -p 2>/dev/null | grep -q 'libcuda\.so\.1'; }

have() { command -v "$1" >/dev/null 2>&1; }

# NVRTC as the program will look for it: a toolkit's, else the one in the venv.
toolkit_nvrtc() {
  local candidate
  for candidate in "${WARPMARK_NVRTC:-}" "${CUDA_HOME:-/nowhere}"/lib64/libnvrtc.so.* \
    /usr/local/cuda*/lib64/libnvrtc.so.* "/usr/lib/$(uname -m)-linux-gnu"/libnvrtc.so.*; do
    if [ -e "$candidate" ]; then
      printf '%s\n' "$candidate"
      return 0
    fi
  done
  return 1
}

# nvcc as CMake will look for it (cmake/cub_library.cmake).
find_nvcc() {
  local candidate
  for candidate in "$(command -v nvcc)" "${CUDA_HOME:-/nowhere}/bin/nvcc" "${CUDA_PATH:-/nowhere}/bin/nvcc" \
    /usr/local/cuda/bin/nvcc; do
    if [ -x "$candidate" ]; then
      printf '%s\n' "$candidate"
      return 0
    fi
  done
  return 1
}
