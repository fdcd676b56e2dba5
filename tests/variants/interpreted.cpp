#include "tests/variants/interpreted.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "bench/backends/host/cpu_reader.hpp"
#include "bench/backends/host/host_backend.hpp"
#include "bench/backends/simt_backend.hpp"
#include "bench/core/embedded_kernels.hpp"
#include "bench/core/selection.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

constexpr const char* ptx_alone = "compute_90";

std::unique_ptr<backend> open(const std::string& name) {
  return name == "host" ? host::make_host_backend() : make_simt_backend({});
}

// Caches as they are: sweeping them would take most of the test's time.
measuring_terms few_samples() {
  return {.options = {.max_seconds = 0.001, .max_samples = 2, .state = cache_state::hot}};
}

}  // namespace

compiler::kernel_compiler& shared_compiler() {
  static compiler::kernel_compiler compile(embedded_compiler_options(WARPMARK_TEST_CACHE));
  return compile;
}

config config_of(const variant& variant, const settings& with) {
  config config;
  for (const auto& along : variant.axes) config.set(along.name, along.base);
  for (const auto& [name, value] : with)
    if (config.find(name) != nullptr) config.set(name, value);
  return config;
}

namespace {

problem problem_along(const std::vector<axis>& axes, const settings& with) {
  problem problem;
  for (const auto& along : axes) problem.set(along.name, along.base);
  for (const auto& [name, value] : with)
    if (problem.find(name) != nullptr) problem.set(name, value);
  return problem;
}

}  // namespace

problem problem_of(const variant& variant, const settings& with) {
  return problem_along(variant.problem_axes(), with);
}

problem problem_of(const std::string& family, const settings& with) {
  return problem_along(built_in_registry().find_family(family)->axes, with);
}

bool is_taken(const point& point, const device_limits& limits) {
  return reason_against(point, limits).empty();
}

namespace {

std::set<std::string> kernels_of(const point& point, const device_limits& limits) {
  std::set<std::string> result;
  for (const auto& kernel : point.variant->plan(point.problem, point.config, limits).kernels)
    result.insert(kernel.expression);
  return result;
}

// Those of the base problem and the base config, but for `rows`, of which tests take one where more
// take seconds to compile.
bool has_base_kernels(const point& of, const device_limits& limits) {
  const auto& variant = *of.variant;
  const auto own = [](const auto& parameters, const char* name) {
    const auto* value = parameters.find(name);
    return value == nullptr ? settings{} : settings{{name, *value}};
  };
  const point base{&variant, problem_of(variant, own(of.problem, "n")),
                   config_of(variant, own(of.config, "rows"))};
  return is_taken(base, limits) && kernels_of(of, limits) == kernels_of(base, limits);
}

// The interpreter reads PTX alone, and machine code takes most of a compilation. The assembler sees
// each variant's base kernels, which shows that it takes their instructions; the interpreter
// refuses the static shared memory that it would refuse.
device_limits to_compile_for(const point& point, const device_limits& machine) {
  device_limits limits = machine;
  if (machine.interpreted && !has_base_kernels(point, machine)) limits.architecture = ptx_alone;
  return limits;
}

}  // namespace

measurement interpret(const point& point) { return measure_on("simt", point); }

std::string test_backend_of(const variant& variant) {
  for (const char* name : {"simt", "host"})
    if (variant.unavailable_on(name).empty()) return name;
  return "";
}

device_limits test_limits(const std::string& backend) {
  if (backend == "host") return host::read_cpu().limits;
  return {.interpreted = backend == "simt"};
}

point_runner::point_runner(const std::string& backend)
    : machine_(open(backend)), measurer_(*machine_, few_samples()) {}

measurement point_runner::measure(const point& point) {
  return measurer_.measure(begin_point(point, machine_->name(),
                                       to_compile_for(point, machine_->device().limits),
                                       shared_compiler()));
}

measurement measure_on(const std::string& backend, const point& point) {
  return point_runner(backend).measure(point);
}

std::vector<measurement> interpret_all(const std::vector<point>& points) {
  const auto machine = open("simt");
  point_measurer measurer(*machine, few_samples());
  std::vector<pending_point> pending;
  pending.reserve(points.size());
  for (const auto& point : points)
    pending.push_back(begin_point(point, "simt", to_compile_for(point, machine->device().limits),
                                  shared_compiler()));
  std::vector<measurement> results;
  results.reserve(pending.size());
  for (auto& point : pending) results.push_back(measurer.measure(point));
  return results;
}

std::vector<measurement> interpret_sources(const point& point,
                                           const std::vector<std::string>& sources,
                                           const device_limits& planned_for) {
  const auto machine = make_simt_backend({});
  point_measurer measurer(*machine, {});
  std::vector<measurement> results;
  for (const auto& source : sources) {
    pending_point pending{
        .point = point,
        .own = {.plan = point.variant->plan(point.problem, point.config, planned_for)}};
    for (const auto& kernel : pending.own.plan.kernels) {
      compiler::compile_request request{.name = "planted.cu",
                                        .source = source,
                                        .expression = kernel.expression,
                                        .architecture = ptx_alone};
      if (!kernel.toolkit_header.empty()) {
        request.source = "#include <" + kernel.toolkit_header + ">\n" + source;
        request.options = compiler::toolkit_include_options(shared_compiler().library_path());
      }
      pending.own.kernels.push_back(shared_compiler().submit(std::move(request)));
    }
    results.push_back(measurer.measure(pending));
  }
  return results;
}

measurement interpret_source(const point& point, const std::string& source,
                             const device_limits& planned_for) {
  return interpret_sources(point, {source}, planned_for).front();
}

void expect_ok(const measurement& result) {
  EXPECT_EQ(name(result.status), "ok") << result.point.key() << ": " << result.reason << result.log;
  EXPECT_TRUE(result.seen.findings.empty()) << result.point.key();
}

std::set<std::string> expect_predicted_counters(const variant& variant, const measurement& result) {
  std::set<std::string> held;
  for (const auto& prediction : variant.predictions) {
    if (!prediction.value) continue;
    const auto expected = prediction.value(result.point.problem, result.point.config);
    if (!expected) continue;
    const auto counter = result.seen.counters.find(prediction.metric);
    if (counter == result.seen.counters.end()) {
      ADD_FAILURE() << prediction.metric << " names no counter";
      continue;
    }
    EXPECT_EQ(counter->second, *expected)
        << result.point.key() << ": " << prediction.metric << " = " << prediction.prediction;
    held.insert(prediction.metric);
  }
  return held;
}

std::int64_t tile_of(const config& config) {
  std::int64_t tile = config.find("block") == nullptr ? 256 : config.integer("block");
  for (const char* name : {"items", "chunk"})
    if (config.find(name) != nullptr) tile *= config.integer(name);
  if (config.find("matrices") != nullptr)
    tile *= 8 * config.integer("matrices");  // of 256 elements per warp
  if (config.find("rows") != nullptr)
    tile *= 4 * config.integer("rows");  // of four elements of 32 bits
  if (config.find("stage_bytes") != nullptr) tile = config.integer("stage_bytes") / 4;
  return tile;
}

std::int64_t two_tiles(const config& config) {
  const std::int64_t tile = tile_of(config);
  return std::max<std::int64_t>(1511, tile + tile / 3 + 5);
}

std::vector<std::string> variant_paths() {
  std::vector<std::string> result;
  for (const auto& variant : built_in_registry().variants()) result.push_back(variant.path());
  return result;
}

}  // namespace warpmark::tests
