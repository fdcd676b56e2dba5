#include "bench/plugins/declared_buffers.hpp"

#include <cmath>
#include <exception>
#include <set>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/inspect/initial_values.hpp"
#include "bench/plugins/plugin_error.hpp"
#include "bench/plugins/plugin_library.hpp"
#include "bench/plugins/point_values.hpp"

namespace warpmark::plugins {
namespace {

[[noreturn]] void refuse_buffer(const std::string& name, const std::string& why) {
  throw usage_error(fmt::format("buffer '{}': {}", name, why));
}

declared_buffer checked(const warpmark_buffer& raw) {
  declared_buffer made;
  made.name = raw.name != nullptr ? raw.name : "";
  if (!inspect::is_name(made.name))
    refuse_buffer(made.name, "expected a name of letters, digits and '_', not a digit first");
  if (raw.role < warpmark_input || raw.role > warpmark_state)
    refuse_buffer(made.name, fmt::format("no role has the number {}", raw.role));
  made.role = static_cast<warpmark_role>(raw.role);
  made.type = inspect::parse_value_type(raw.type != nullptr ? raw.type : "");
  made.count = raw.count;
  if (raw.init != nullptr) made.init = raw.init;
  if (made.count > inspect::max_buffer_bytes / size_bytes(made.type))
    refuse_buffer(made.name, fmt::format("{} elements of {} bytes; it has at most 2^40 bytes",
                                         made.count, size_bytes(made.type)));
  made.absolute = raw.absolute;
  made.relative = raw.relative;
  for (const double tolerance : {made.absolute, made.relative})
    if (!(tolerance >= 0) || std::isinf(tolerance))
      refuse_buffer(made.name, fmt::format("a tolerance of {}; expected 0 or more", tolerance));
  if (made.has_contents() && made.init && made.count > 0) inspect::check(made.definition());
  return made;
}

// What a plugin adds while it is called. Nothing may be thrown through it.
struct collected {
  std::vector<declared_buffer> buffers;
  std::string trouble;
};

void add_buffer(void* list, const warpmark_buffer* raw) {
  auto& to = *static_cast<collected*>(list);
  if (raw == nullptr || !to.trouble.empty()) return;
  try {
    to.buffers.push_back(checked(present(raw, 1).front()));
  } catch (const std::exception& refused) {
    to.trouble = refused.what();
  }
}

template <class Owner>
std::vector<declared_buffer> collect(const Owner& owner, const point_values& at) {
  collected into;
  if (owner.buffers == nullptr) return {};
  const warpmark_buffers list{&into, add_buffer};
  plugin_error error;
  if (owner.buffers(owner.self, at.get(), &list, error.get()) != 0)
    throw usage_error("its buffers: " + error.text());
  if (!into.trouble.empty()) throw usage_error(into.trouble);
  std::set<std::string> names;
  for (const auto& buffer : into.buffers)
    if (!names.insert(buffer.name).second) refuse_buffer(buffer.name, "it is there twice");
  return into.buffers;
}

}  // namespace

inspect::buffer_definition declared_buffer::definition() const {
  return {.name = name,
          .type = type,
          .shape = {count},
          .initial = inspect::parse_initial_values(type.kind, init.value_or("zeros"))};
}

std::vector<declared_buffer> buffers_of(const warpmark_family& family, const parameters& problem) {
  auto result = collect(family, point_values(problem));
  for (const auto& buffer : result) {
    if (buffer.role == warpmark_scratch || buffer.role == warpmark_state)
      refuse_buffer(buffer.name, "scratch and state are of variants; expected inputs and outputs");
    if (buffer.has_contents() && !buffer.init && family.fill == nullptr)
      refuse_buffer(buffer.name, "it has no initial contents, and the family no fill()");
  }
  return result;
}

std::vector<declared_buffer> buffers_of(const warpmark_variant& variant, const parameters& problem,
                                        const parameters& config, bool is_of_built_in_family) {
  auto result = collect(variant, point_values(problem, &config));
  for (const auto& buffer : result) {
    const bool is_own = buffer.role == warpmark_scratch || buffer.role == warpmark_state;
    if (!is_own && !is_of_built_in_family)
      refuse_buffer(buffer.name, "inputs and outputs are of families; expected scratch and state");
    if (buffer.role == warpmark_inout)
      refuse_buffer(buffer.name, "warpmark's own families have no such buffers");
    if (buffer.is_asked() && variant.scratch_bytes == nullptr)
      refuse_buffer(buffer.name, "it has no size, and the variant no scratch_bytes()");
  }
  return result;
}

}  // namespace warpmark::plugins
