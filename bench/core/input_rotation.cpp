#include "bench/core/input_rotation.hpp"

namespace warpmark {

std::size_t rotating_sets(std::size_t input_bytes) {
  constexpr std::size_t large = std::size_t{1} << 30;
  return input_bytes < large ? 4 : 2;
}

input_rotation::input_rotation(device_inputs& inputs, prepared_point& prepared, renewal* by,
                               const measuring_options& options, std::uint64_t seed)
    : inputs_(inputs),
      prepared_(prepared),
      by_(by),
      each_sample_(options.state == cache_state::cold),
      scrubs_(options.paranoid && by != nullptr),
      sets_(inputs.sets()),
      random_(seed) {
  inputs.stage();
}

void input_rotation::deal() {
  const std::size_t same = random_.below(sets_);
  const bool is_same = !prepared_.variables().empty();
  for (std::size_t placement = 0; placement < prepared_.placements(); ++placement) {
    prepared_.place(placement);
    prepared_.renew(is_same ? same : random_.below(sets_), by_);
  }
  prepared_.place(0);
}

// Scrubbed at random: a kernel that finds its answer in shared memory is wrong if the memory is
// left alone, and slower if it is not.
void input_rotation::renew() {
  if (scrubs_) by_->scrub_shared(random_.below(2) == 0);
  prepared_.renew(random_.below(sets_), by_);
}

}  // namespace warpmark
