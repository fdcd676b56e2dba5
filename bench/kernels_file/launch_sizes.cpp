#include "bench/kernels_file/launch_sizes.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "base/declared_registers.hpp"
#include "base/usage_error.hpp"
#include "bench/kernels_file/buffer_sizes.hpp"
#include "simt/model/occupancy.hpp"

namespace warpmark::kernels_file {
namespace {

std::vector<std::uint64_t> counts(const std::vector<expression>& from, const name_values& names) {
  std::vector<std::uint64_t> result;
  result.reserve(from.size());
  for (const auto& item : from) result.push_back(item.count(names));
  return result;
}

// The product, saturated beyond the limit of any device.
std::uint64_t product(const std::vector<std::uint64_t>& factors) {
  std::uint64_t result = 1;
  for (const auto factor : factors)
    if (factor != 0 && result > UINT64_MAX / factor)
      return UINT64_MAX;
    else
      result *= factor;
  return result;
}

bool within(const std::vector<std::uint64_t>& extents, std::uint64_t x, std::uint64_t y,
            std::uint64_t z) {
  const std::uint64_t max_extents[] = {x, y, z};
  for (std::size_t i = 0; i < extents.size(); ++i)
    if (extents[i] < 1 || extents[i] > max_extents[i]) return false;
  return true;
}

// Blocks per multiprocessor; empty for invalid blocks, which other rules exclude.
std::optional<std::uint64_t> resident(std::uint64_t threads, int registers,
                                      std::uint64_t shared_bytes, const device_limits& limits) {
  if (threads == 0 || threads > static_cast<std::uint64_t>(limits.max_threads_per_block))
    return std::nullopt;
  return static_cast<std::uint64_t>(model::resident_blocks(limits, registers,
                                                           static_cast<std::uint32_t>(threads),
                                                           static_cast<std::size_t>(shared_bytes)));
}

bool fits(std::uint64_t threads, int registers, const device_limits& limits) {
  return resident(threads, registers, 0, limits) != 0;
}

bool is_resident(const launch_sizes& sizes, const device_limits& limits) {
  const auto blocks = resident(product(sizes.block), 0, sizes.shared_bytes, limits);
  return !blocks ||
         product(sizes.grid) <= *blocks * static_cast<std::uint64_t>(limits.multiprocessors);
}

using launch_rule = std::function<bool(const launch_description&, const name_values&)>;

// Holds if it holds for each launch of the variant.
constraint of_launches(const std::shared_ptr<const description>& description,
                       const variant_description& variant_description, const char* reason,
                       launch_rule rule) {
  return {reason, [description, &variant_description, rule = std::move(rule)](
                      const problem& problem, const config& config, const device_limits& limits) {
            const name_values names{&problem, &config, &limits};
            return std::all_of(variant_description.steps.begin(), variant_description.steps.end(),
                               [&](const auto& step) {
                                 const auto* launch = std::get_if<launch_description>(&step);
                                 return launch == nullptr || rule(*launch, names);
                               });
          }};
}

constraint of_fills(const std::shared_ptr<const description>& description,
                    const variant_description& variant_description) {
  return {"a filled buffer has a multiple of 4 bytes",
          [description, &variant_description](const problem& problem, const config& config,
                                              const device_limits& limits) {
            const name_values names{&problem, &config, &limits};
            return std::all_of(
                variant_description.steps.begin(), variant_description.steps.end(),
                [&](const auto& step) {
                  const auto* fill = std::get_if<fill_description>(&step);
                  return fill == nullptr ||
                         bytes_of(*description->find_buffer(variant_description, fill->buffer),
                                  names) %
                                 4 ==
                             0;
                });
          }};
}

}  // namespace

launch_sizes sizes_of(const launch_description& launch, const name_values& names) {
  return {.grid = counts(launch.grid, names),
          .block = counts(launch.block, names),
          .cluster = counts(launch.cluster, names),
          .shared_bytes = launch.shared_bytes ? launch.shared_bytes->count(names) : 0};
}

std::vector<std::string> options_of(const launch_description& launch, const name_values& names) {
  std::vector<std::string> options;
  for (const auto& option : launch.options)
    options.push_back(option.rendered(names, spelling::cuda));
  return options;
}

std::vector<constraint> device_rules(const std::shared_ptr<const description>& description,
                                     const variant_description& variant_description) {
  std::vector<constraint> rules = {
      of_launches(description, variant_description,
                  "a block has at least one thread and at most max_threads_per_block",
                  [](const launch_description& launch, const name_values& names) {
                    const auto block = counts(launch.block, names);
                    return within(block, 1024, 1024, 64) &&
                           product(block) <=
                               static_cast<std::uint64_t>(names.limits->max_threads_per_block);
                  }),
      of_launches(description, variant_description,
                  "a grid has at least one block and at most 2^31 - 1, 65535 and 65535",
                  [](const launch_description& launch, const name_values& names) {
                    return within(counts(launch.grid, names), 0x7fffffff, 65535, 65535);
                  })};
  const auto any_launch = [&](auto&& has) {
    return std::any_of(variant_description.steps.begin(), variant_description.steps.end(),
                       [&](const auto& step) {
                         const auto* launch = std::get_if<launch_description>(&step);
                         return launch != nullptr && has(*launch);
                       });
  };
  if (any_launch([](const launch_description& launch_description) {
        return launch_description.shared_bytes.has_value();
      }))
    rules.push_back(of_launches(
        description, variant_description,
        "a block takes at most max_shared_bytes_per_block_optin bytes of shared memory",
        [](const launch_description& launch, const name_values& names) {
          return !launch.shared_bytes || launch.shared_bytes->count(names) <=
                                             names.limits->max_shared_bytes_per_block_optin;
        }));
  if (any_launch([](const launch_description& launch_description) {
        return !launch_description.cluster.empty();
      }))
    rules.push_back(of_launches(
        description, variant_description, "a cluster has one to 16 blocks, and divides the grid",
        [](const launch_description& launch, const name_values& names) {
          const launch_sizes sizes = sizes_of(launch, names);
          bool divides = true;
          for (std::size_t i = 0; i < sizes.cluster.size() && divides; ++i)
            divides = sizes.cluster[i] > 0 &&
                      (i < sizes.grid.size() ? sizes.grid[i] : 1) % sizes.cluster[i] == 0;
          return divides && product(sizes.cluster) <= 16;
        }));
  if (any_launch([](const launch_description& launch_description) {
        return !launch_description.options.empty();
      }))
    rules.push_back(of_launches(
        description, variant_description,
        "threads times -maxrregcount are at most the registers per block",
        [](const launch_description& launch, const name_values& names) {
          const int registers = declared_registers(options_of(launch, names));
          // A value of the wrong kind must be reported, not ignored.
          if (registers < 0)
            throw usage_error(fmt::format("{}: -maxrregcount: expected a number", launch.where));
          return registers == 0 ||
                 fits(product(counts(launch.block, names)), registers, *names.limits);
        }));
  if (any_launch([](const launch_description& launch_description) {
        return launch_description.cooperative;
      }))
    rules.push_back(of_launches(
        description, variant_description, "a cooperative grid is resident at once",
        [](const launch_description& launch, const name_values& names) {
          return !launch.cooperative || is_resident(sizes_of(launch, names), *names.limits);
        }));
  if (any_launch([](const launch_description& launch_description) {
        return launch_description.programmatic;
      }))
    rules.push_back({"programmatic launches need compute capability 9.0",
                     [](const problem&, const config&, const device_limits& limits) {
                       return has_dependent_launches(limits);
                     }});
  if (std::any_of(variant_description.steps.begin(), variant_description.steps.end(),
                  [](const auto& step) { return std::holds_alternative<fill_description>(step); }))
    rules.push_back(of_fills(description, variant_description));
  return rules;
}

}  // namespace warpmark::kernels_file
