#include "bench/kernels_file/variant_table.hpp"

#include <utility>

#include <fmt/format.h>

#include "bench/kernels_file/axis_table.hpp"
#include "bench/kernels_file/buffer_table.hpp"
#include "bench/kernels_file/step_table.hpp"
#include "bench/kernels_file/values.hpp"

namespace warpmark::kernels_file {
namespace {

using inspect::all_keys;
using inspect::toml_reader;

std::vector<axis> read_axes(toml_reader& from, const std::string& variant) {
  std::vector<axis> result;
  const auto* table = from.table("axes");
  if (table == nullptr) return result;
  const toml_reader axes(*table, from.file(), fmt::format("[variant.{}.axes]", variant));
  for (const auto& [name, item] : axes.in_order())
    result.push_back(read_axis(axes, name, *item, axis_kind::config));
  return result;
}

std::vector<buffer_description> read_buffers(toml_reader& from, const std::string& variant) {
  std::vector<buffer_description> result;
  const auto* table = from.table("buffer");
  if (table == nullptr) return result;
  const toml_reader buffers(*table, from.file(), "");
  for (const auto& [name, item] : buffers.in_order()) {
    if (!item->is_table()) from.refuse("buffer", fmt::format("{}: expected a table", name));
    toml_reader buffer_table(*item->as_table(), from.file(),
                             fmt::format("[variant.{}.buffer.{}]", variant, name), buffer_keys());
    result.push_back(read_buffer(buffer_table, name, buffer_owner::variant));
  }
  return result;
}

// Code that says nothing may depend on timing.
determinism read_level(toml_reader& from) {
  const auto text = from.text("deterministic");
  if (!text) return determinism::not_guaranteed;
  if (const auto level = parse_determinism(*text)) return *level;
  from.refuse("deterministic", fmt::format("'{}'; expected none, run or card", *text));
}

}  // namespace

inspect::key_list variant_keys() {
  return all_keys(
      {{"title", "summary", "source", "deterministic", "axes", "constraints", "buffer", "steps"},
       compiling_keys(),
       step_keys()});
}

variant_description read_variant(toml_reader& from, const std::string& name,
                                 const shared_settings& shared, source_files& sources) {
  need_name(from, "variant", name);
  variant_description result{.name = name,
                             .where = from.where(),
                             .title = from.text("title").value_or(name),
                             .summary = from.text("summary").value_or(""),
                             .source = from.text("source").value_or(""),
                             .deterministic = read_level(from),
                             .axes = read_axes(from, name),
                             .constraints = read_rules(from, "constraints"),
                             .buffers = read_buffers(from, name),
                             .steps = {}};
  const shared_settings settings = read_compiling(from, shared, result.axes);
  std::vector<axis> all_axes = result.axes;
  all_axes.insert(all_axes.end(), shared.problem_axes.begin(), shared.problem_axes.end());
  const bool several = from.node("steps") != nullptr;
  from.each_table("steps", all_keys({compiling_keys(), step_keys()}), [&](toml_reader& step) {
    result.steps.push_back(
        read_step(step, read_compiling(step, settings, result.axes), all_axes, sources));
  });
  if (!several) result.steps.push_back(read_step(from, settings, all_axes, sources));
  if (result.steps.empty()) from.refuse("steps", "empty; expected one launch or more");
  from.finish();
  return result;
}

}  // namespace warpmark::kernels_file
