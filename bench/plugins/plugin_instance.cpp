#include "bench/plugins/plugin_instance.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/core/point_fault.hpp"
#include "bench/inspect/contents.hpp"
#include "bench/kernels_file/comparison.hpp"
#include "bench/kernels_file/named_inputs.hpp"
#include "bench/plugins/declared_buffers.hpp"
#include "bench/plugins/plugin_error.hpp"
#include "bench/plugins/point_values.hpp"

namespace warpmark::plugins {
namespace {

using byte_list = std::vector<std::byte>;

// Plugins get addresses of inputs without const, as one type serves for all arrays.
warpmark_array array_of(const std::string& name, const byte_list& contents) {
  return {name.c_str(), const_cast<std::byte*>(contents.data()), contents.size()};
}

class plugin_instance final : public kernels_file::named_inputs {
 public:
  plugin_instance(const warpmark_family& family, const problem& problem, std::uint64_t seed,
                  const std::filesystem::path& folder)
      : family_(family), problem_(problem) {
    for (const auto& buffer : buffers_of(family, problem)) {
      if (buffer.has_contents()) inputs_[buffer.name] = contents_of(buffer, seed, folder);
      if (buffer.is_judged()) outputs_[buffer.name].buffer = buffer;
    }
  }

  oracle_result check(std::string_view name, std::span<const std::byte> output,
                      const guarantees&) const override {
    const std::string known(name);
    if (family_.verification == warpmark_unverified) return {.ok = true};
    if (family_.verification == warpmark_by_check) return judged_by_plugin(known, output);
    if (family_.verification == warpmark_by_expect && !is_expected_) expect_outputs();
    const auto& [buffer, expected] = outputs_.at(known);
    const auto type = parse_element_type(inspect::name(buffer.type.kind));
    return kernels_file::compare(expected, output, {*type, buffer.absolute, buffer.relative});
  }

  void expect(std::string_view name, byte_list contents) override {
    outputs_.at(std::string(name)).expected = std::move(contents);
  }

 private:
  struct judged_output {
    declared_buffer buffer;
    byte_list expected;
  };

  byte_list contents_of(const declared_buffer& buffer, std::uint64_t seed,
                        const std::filesystem::path& folder) const {
    if (buffer.bytes() == 0) return {};
    if (buffer.init) return inspect::make_contents(buffer.definition(), seed, folder);
    byte_list contents(buffer.bytes());
    const warpmark_array to = array_of(buffer.name, contents);
    plugin_error error;
    if (family_.fill(family_.self, point_values(problem_).get(), seed, &to, error.get()) != 0)
      throw point_fault(point_status::failed,
                        fmt::format("input '{}': {}", buffer.name, error.text()));
    return contents;
  }

  std::vector<warpmark_array> inputs() const {
    std::vector<warpmark_array> result;
    for (const auto& [name, contents] : inputs_) result.push_back(array_of(name, contents));
    return result;
  }

  // Once, when the first output is judged: points that do not get so far need none.
  void expect_outputs() const {
    const std::vector<warpmark_array> in = inputs();
    std::vector<warpmark_array> out;
    for (auto& [name, output] : outputs_) {
      output.expected.assign(output.buffer.bytes(), std::byte{0});
      out.push_back(array_of(name, output.expected));
    }
    const warpmark_arrays given{in.data(), in.size()}, asked{out.data(), out.size()};
    plugin_error error;
    if (family_.expect(family_.self, point_values(problem_).get(), &given, &asked, error.get()) !=
        0)
      throw point_fault(point_status::failed, "expect() of the plugin: " + error.text());
    is_expected_ = true;
  }

  oracle_result judged_by_plugin(const std::string& name, std::span<const std::byte> output) const {
    const std::vector<warpmark_array> in = inputs();
    byte_list copy(output.begin(), output.end());  // The plugin gets an address without const.
    const warpmark_arrays given{in.data(), in.size()};
    const warpmark_array judged = array_of(name, copy);
    plugin_error error;
    if (family_.check(family_.self, point_values(problem_).get(), &given, &judged, error.get()) ==
        0)
      return {.ok = true};
    return {.ok = false, .expected = "what check() of the plugin accepts", .got = error.text()};
  }

  const warpmark_family& family_;
  const problem problem_;
  mutable std::map<std::string, judged_output> outputs_;
  mutable bool is_expected_ = false;
};

}  // namespace

std::unique_ptr<problem_instance> instance_of(const warpmark_family& family, const problem& problem,
                                              std::uint64_t seed,
                                              const std::filesystem::path& folder) {
  return std::make_unique<plugin_instance>(family, problem, seed, folder);
}

}  // namespace warpmark::plugins
