#include "ci/gate/timing/calibrators.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <stdexcept>

#include <fmt/format.h>

#include "bench/backends/measure.hpp"
#include "bench/core/embedded_kernels.hpp"
#include "bench/core/guarded_buffer.hpp"
#include "ci/gate/timing/pair_measurer.hpp"

namespace warpmark::gate {
namespace {

enum class kind { chain, read, copy, write, launch };

// One calibrator: `amount` is steps of a chain, MiB of memory, or blocks of a launch.
struct description {
  kind does;
  int amount;
  bool cold;
};

constexpr std::size_t mebi = 1024 * 1024;

// From the launch floor to some hundred microseconds, for each kind of resource; 4 and 16 MiB fit
// in an L2, 256 MiB do not.
constexpr std::array<description, 20> all = {{
    {kind::chain, 2'000, false},  {kind::chain, 5'000, false},   {kind::chain, 20'000, false},
    {kind::chain, 80'000, false}, {kind::chain, 200'000, false}, {kind::read, 4, false},
    {kind::read, 16, false},      {kind::read, 16, true},        {kind::read, 64, true},
    {kind::read, 256, true},      {kind::copy, 4, false},        {kind::copy, 16, true},
    {kind::copy, 64, true},       {kind::copy, 256, true},       {kind::write, 16, true},
    {kind::write, 256, true},     {kind::launch, 1, false},      {kind::launch, 132, false},
    {kind::launch, 1'056, false}, {kind::launch, 8'448, false},
}};
constexpr std::size_t planted_one =
    3;  // 80 000 steps: some 200 us, far above the resolution of any clock.
constexpr std::size_t max_mib = 256;

constexpr std::uint32_t warp_threads = 32;
constexpr std::uint32_t block_threads = 1024;
constexpr std::uint32_t blocks_per_multiprocessor = 2;

std::string name_of(const description& description) {
  const char* cache = description.cold ? "cold" : "hot";
  switch (description.does) {
    case kind::chain:
      return fmt::format("calibrator/chain[steps={}]", description.amount);
    case kind::read:
      return fmt::format("calibrator/read[mib={},cache={}]", description.amount, cache);
    case kind::copy:
      return fmt::format("calibrator/copy[mib={},cache={}]", description.amount, cache);
    case kind::write:
      return fmt::format("calibrator/write[mib={},cache={}]", description.amount, cache);
    case kind::launch:
      return fmt::format("calibrator/launch[blocks={}]", description.amount);
  }
  throw std::logic_error("a calibrator of no kind");
}

}  // namespace

struct calibrators::state {
  state(backend& on, compiler::kernel_compiler& compile, cache_flush& cache)
      : machine(on),
        flush(cache),
        from(on, max_mib * mebi),
        to(on, max_mib * mebi),
        chain(load(compile, "ceilings/reference.cuh", "ceilings::chain")),
        read(load(compile, "ceilings/traffic.cuh", "ceilings::read_sum")),
        copy(load(compile, "ceilings/traffic.cuh", "ceilings::copy")),
        write(load(compile, "ceilings/traffic.cuh", "ceilings::write")),
        nothing(load(compile, "ceilings/traffic.cuh", "ceilings::nothing")) {
    from.clear();
  }

  backend::module_handle load(compiler::kernel_compiler& compile, const char* file,
                              const char* expression) {
    return load_embedded_kernel(machine, compile, file, expression);
  }

  // Each calibrator is one launch.
  void enqueue(const description& description, double slowdown) {
    const auto blocks = static_cast<std::uint32_t>(machine.device().limits.multiprocessors) *
                        blocks_per_multiprocessor;
    const launch_shape whole_card{.grid = {blocks}, .block = {block_threads}};
    const auto vectors = scalar_argument::of(std::uint64_t(description.amount) * mebi / 16);
    const auto source = scalar_argument::of(from.address());
    const auto target = scalar_argument::of(to.address());
    switch (description.does) {
      case kind::chain: {
        const auto steps = static_cast<int>(std::lround(description.amount * (1 + slowdown)));
        machine.launch(chain, {.grid = {1}, .block = {warp_threads}},
                       std::array{target, scalar_argument::of(0.5f), scalar_argument::of(steps)});
        break;
      }
      case kind::read:
        machine.launch(read, whole_card, std::array{source, target, vectors});
        break;
      case kind::copy:
        machine.launch(copy, whole_card, std::array{source, target, vectors});
        break;
      case kind::write:
        machine.launch(write, whole_card,
                       std::array{target, vectors, scalar_argument::of(std::uint32_t{7})});
        break;
      case kind::launch:
        machine.launch(
            nothing,
            {.grid = {static_cast<std::uint32_t>(description.amount)}, .block = {warp_threads}},
            {});
        break;
    }
  }

  timed_work work(const description& description, double slowdown) {
    if (!description.cold)
      return [this, &description, slowdown] { enqueue(description, slowdown); };
    return {[this, &description, slowdown] { enqueue(description, slowdown); },
            [this] { flush.enqueue(); }};
  }

  backend& machine;
  cache_flush& flush;
  guarded_buffer from;
  guarded_buffer to;
  backend::module_handle chain, read, copy, write, nothing;
};

const std::vector<std::string>& calibrators::names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> made;
    made.reserve(all.size());
    for (const auto& item : all) made.push_back(name_of(item));
    return made;
  }();
  return names;
}

std::size_t calibrators::planted() { return planted_one; }

resource_class calibrators::resource(std::size_t number) {
  switch (all.at(number).does) {
    case kind::chain:
      return resource_class::compute;
    case kind::launch:
      return resource_class::latency;
    case kind::read:
    case kind::copy:
    case kind::write:
      break;
  }
  return resource_class::memory;
}

std::vector<std::size_t> calibrators::of_each_resource() {
  std::map<kind, std::size_t> largest;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto [at, is_new] = largest.try_emplace(all[i].does, i);
    if (!is_new && all[i].amount > all[at->second].amount) at->second = i;
  }
  largest.erase(kind::launch);
  std::vector<std::size_t> numbers;
  numbers.reserve(largest.size());
  for (const auto& [does, number] : largest) numbers.push_back(number);
  return numbers;
}

calibrators::calibrators(backend& machine, compiler::kernel_compiler& compile, cache_flush& flush)
    : state_(std::make_unique<state>(machine, compile, flush)) {}

calibrators::~calibrators() = default;

round_pair calibrators::measure(std::size_t number, double slowdown,
                                const sampling::pair_options& pair_options) {
  const description& description = all.at(number);
  if (slowdown != 0 && description.does != kind::chain)
    throw std::invalid_argument(fmt::format("{} cannot be slowed down", name_of(description)));
  sampling::pair_options options = pair_options;
  options.may_repeat = !description.cold;
  const auto base = state_->work(description, 0), head = state_->work(description, slowdown);
  return pair_of(warpmark::measure_pairs(state_->machine, base, head, options),
                 pair_options.first_leads);
}

}  // namespace warpmark::gate
