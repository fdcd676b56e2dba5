// CUB's exchange between the threads of a warp, in the kernel that all exchanges share.

#include <cub/warp/warp_exchange.cuh>

#include "kernels/deinterleave/rearrange.cuh"
#include "variants/vendor/cub_interface.hpp"

namespace {

using warpmark::vendor::cub_rearrangement;
using warpmark::vendor::rearrangement_kind;

constexpr int block = 256;

// Striped: register k of lane l holds word k * lanes + l; blocked: word 2l + k.
template <class Word, int width>
struct cub_exchange {
  using word = Word;
  static constexpr int lanes = width;
  static constexpr bool packs = false;
  using collective = cub::WarpExchange<Word, 2, lanes>;

  __device__ static collective own() {
    __shared__ typename collective::TempStorage storage[block / lanes];
    return collective(storage[threadIdx.x / lanes]);
  }

  __device__ static void deinterleave(Word& r0, Word& r1) {
    Word words[2] = {r0, r1};
    own().StripedToBlocked(words, words);
    __syncwarp();
    r0 = words[0];
    r1 = words[1];
  }

  __device__ static void interleave(Word& r0, Word& r1) {
    Word words[2] = {r0, r1};
    own().BlockedToStriped(words, words);
    __syncwarp();
    r0 = words[0];
    r1 = words[1];
  }
};

template <class Word, int width, bool inverse, bool split, int unroll>
int launch(const void* input, void* output, std::uint64_t n, std::uint32_t repeats,
           std::uint32_t grid, void* stream) {
  constexpr int lanes = width < 32 ? width : 32;
  deinterleave::rearrange<cub_exchange<Word, lanes>, Word, width, inverse, split, true, block,
                          unroll><<<grid, block, 0, static_cast<cudaStream_t>(stream)>>>(
      static_cast<const Word*>(input), static_cast<Word*>(output), n, repeats);
  return cudaGetLastError();
}

template <class Word, int width, bool inverse, bool split>
cub_rearrangement by_unroll(const rearrangement_kind& kind) {
  if (kind.unroll == 1) return launch<Word, width, inverse, split, 1>;
  return kind.unroll == 4 ? launch<Word, width, inverse, split, 4> : nullptr;
}

template <class Word, int width>
cub_rearrangement by_direction(const rearrangement_kind& kind) {
  if (kind.split) {
    if constexpr (width == 32)
      return kind.inverse ? by_unroll<Word, width, true, true>(kind)
                          : by_unroll<Word, width, false, true>(kind);
    return nullptr;
  }
  return kind.inverse ? by_unroll<Word, width, true, false>(kind)
                      : by_unroll<Word, width, false, false>(kind);
}

template <class Word>
cub_rearrangement by_width(const rearrangement_kind& kind) {
  switch (kind.width) {
    case 8:
      return by_direction<Word, 8>(kind);
    case 16:
      return by_direction<Word, 16>(kind);
    case 32:
      return by_direction<Word, 32>(kind);
    case 64:
      return by_direction<Word, 64>(kind);
    default:
      return nullptr;
  }
}

}  // namespace

extern "C" __attribute__((visibility("default"))) cub_rearrangement warpmark_cub_rearrange(
    const rearrangement_kind* kind) {
  if (kind->element_bytes == 4) return by_width<unsigned>(*kind);
  return kind->element_bytes == 8 ? by_width<unsigned long long>(*kind) : nullptr;
}
