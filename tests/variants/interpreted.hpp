#pragma once

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bench/core/measurement.hpp"
#include "bench/core/point_measurer.hpp"

namespace warpmark::tests {

using settings = std::vector<std::pair<std::string, parameter_value>>;

/// A compiler that knows the project's kernels; one for the test program.
compiler::kernel_compiler& shared_compiler();

/// The variant's base config with some values replaced.
config config_of(const variant& variant, const settings& with);

/// The family's base problem with some values replaced.
problem problem_of(const variant& variant, const settings& with);
problem problem_of(const std::string& family, const settings& with);

/// Whether there is such a problem, and the variant takes it with that config.
bool is_taken(const point& point, const device_limits& limits);

/// Measures one point on a fresh interpreter.
measurement interpret(const point& point);

/// Measures points on one interpreter, with as many samples as measure_on takes; all their kernels
/// are compiled side by side.
std::vector<measurement> interpret_all(const std::vector<point>& points);

/// Where the tests can run a variant: "simt", else "host"; empty if on neither.
std::string test_backend_of(const variant& variant);

/// The limits of that backend here.
device_limits test_limits(const std::string& backend);

/// Measures points one after another, as a sweep does; on the host with few samples.
class point_runner {
 public:
  /// On a backend of that name, simt or host.
  explicit point_runner(const std::string& backend);

  measurement measure(const point& point);

 private:
  std::unique_ptr<backend> machine_;
  point_measurer measurer_;
};

/// Measures one point on a fresh backend of that name.
measurement measure_on(const std::string& backend, const point& point);

/// Measures one point whose kernel is `source` instead of a file of kernels/. A plan for few
/// multiprocessors has small resident grids.
measurement interpret_source(const point& point, const std::string& source,
                             const device_limits& planned_for = {});

/// The same for several sources one after another on one interpreter.
std::vector<measurement> interpret_sources(const point& point,
                                           const std::vector<std::string>& sources,
                                           const device_limits& planned_for = {});

/// Expects that nothing was wrong with a point.
void expect_ok(const measurement& result);

/// Expects those counters of a point on the interpreter that the variant predicts, and returns
/// their names.
std::set<std::string> expect_predicted_counters(const variant& variant, const measurement& result);

/// Elements that a block takes at a time with that config, as far as its axes tell.
std::int64_t tile_of(const config& config);

/// A size of several blocks and two tiles, the last of which are not full.
std::int64_t two_tiles(const config& config);

/// The paths of all registered variants.
std::vector<std::string> variant_paths();

/// The name of a test of one path: "reduce_strided".
inline constexpr auto name_of_path = [](const auto& tested) {
  std::string name = tested.param;
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
};

}  // namespace warpmark::tests
