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

# The headers of CUB to build the baselines from, as WARPMARK_CUB_HEADERS: of the release that
# requirements-cccl.txt pins, installed into build/cccl, or nothing (the toolkit's) without a package index.
cub_headers() {
  local folder=build/cccl pinned=build/cccl/requirements-cccl.txt headers
  if ! cmp -s requirements-cccl.txt "$pinned"; then
    rm -rf "$folder"
    if ! "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --target "$folder" \
      -r requirements-cccl.txt >&2; then
      say "pip could not install requirements-cccl.txt: building the baselines from the CUDA toolkit's CUB" >&2
      return 0
    fi
    cp requirements-cccl.txt "$pinned"
  fi
  headers=$(find "$PWD/$folder" -path '*/cub/version.cuh' | head -n 1)
  [ -n "$headers" ] || die "no cub/version.cuh in $folder, which requirements-cccl.txt was installed into"
  printf '%s\n' "${headers%/cub/version.cuh}"
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

# The rest of the set-up after tools/setup --for-build, with these options: packages of Python and a browser,
# which wait for the network and the disk while the compiler works.
rest_in_background() {
  mkdir -p build
  tools/setup "$@" >build/setup.log 2>&1 &
  rest=$!
}

wait_for_rest() {
  local failed=0
  wait "$rest" || failed=$?
  cat build/setup.log
  [ "$failed" = 0 ] || exit "$failed"
}
