#include "bench/kernels_file/buffer_table.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "bench/kernels_file/values.hpp"

namespace warpmark::kernels_file {
namespace {

using inspect::toml_reader;

constexpr std::array<std::pair<const char*, buffer_use>, 4> family_uses = {
    {{"in", buffer_use::in},
     {"out", buffer_use::out},
     {"inout", buffer_use::inout},
     {"bound", buffer_use::bound}}};
constexpr std::array<std::pair<const char*, buffer_use>, 2> variant_uses = {
    {{"scratch", buffer_use::scratch}, {"state", buffer_use::state}}};

template <class Uses>
buffer_use use_of(const toml_reader& from, const std::string& text, const Uses& uses) {
  std::vector<std::string> names;
  for (const auto& [name, use] : uses) {
    if (text == name) return use;
    names.emplace_back(name);
  }
  from.refuse("role", fmt::format("'{}'{}", text, did_you_mean(text, names)));
}

template_text needed_template(toml_reader& from, const char* key, const char* example) {
  const auto text = from.text_or_number(key);
  if (!text) from.refuse(fmt::format("'{}' is missing; expected e.g. {}", key, example));
  return {*text, place_of(from, key)};
}

}  // namespace

const inspect::key_list& buffer_keys() {
  static const inspect::key_list keys = {"role",     "type",     "length",   "init",  "absolute",
                                         "relative", "expected", "compared", "depth", "magnitude"};
  return keys;
}

buffer_description read_buffer(toml_reader& from, const std::string& name, buffer_owner owner) {
  need_name(from, "buffer", name);
  const auto role = from.text("role");
  if (!role && owner == buffer_owner::family)
    from.refuse("'role' is missing; expected \"in\", \"out\" or \"inout\"");
  const buffer_use use = owner == buffer_owner::family
                             ? use_of(from, *role, family_uses)
                             : use_of(from, role.value_or("scratch"), variant_uses);
  template_text type = needed_template(from, "type", "type = \"f32\" or \"{type}\"");
  auto length = read_expression(from, "length");
  if (!length) from.refuse("'length' is missing; expected elements, e.g. length = \"n * n\"");
  buffer_description result{.name = name,
                            .where = from.where(),
                            .use = use,
                            .type = std::move(type),
                            .length = std::move(*length)};
  if (use == buffer_use::in || use == buffer_use::inout)
    result.init = needed_template(from, "init",
                                  "init = \"uniform(-1, 1)\", \"zeros\", \"arange\" or "
                                  "\"@image.npy\"");
  if (use == buffer_use::out || use == buffer_use::inout) {
    result.absolute = read_tolerance(from, "absolute");
    result.relative = read_tolerance(from, "relative");
    result.depth = read_expression(from, "depth");
    result.magnitude = from.text("magnitude").value_or("");
    if (result.depth.has_value() == result.magnitude.empty())
      from.refuse(result.depth ? "depth" : "magnitude",
                  "expected both: depth = \"ceildiv(n, 32)\", and magnitude, the name of a buffer "
                  "of role \"bound\"");
    result.expected = from.text("expected");
    result.compared = from.flag("compared").value_or(true);
    if (result.expected && !result.compared)
      from.refuse("compared", "false, and 'expected' is given; expected one of them");
  }
  from.finish();
  return result;
}

}  // namespace warpmark::kernels_file
