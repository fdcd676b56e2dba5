#include "bench/kernels_file/definition_of_right.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace warpmark::kernels_file {
namespace {

const char* role_name(buffer_use use) {
  static constexpr std::array names = {"in", "out", "inout", "scratch", "state"};
  return names.at(static_cast<std::size_t>(use));
}

std::string tolerance_text(const tolerance& tolerance) {
  std::string text = fmt::format("{}", tolerance.otherwise);
  for (const auto& [type, value] : tolerance.by_type) text += fmt::format(" {}: {}", type, value);
  return text;
}

// Includes a file's digest, since its contents may change under the same name.
std::string file_text(const description& description, const std::string& name) {
  const std::string path = (description.folder / name).string();
  const auto found = std::find_if(description.files.begin(), description.files.end(),
                                  [&](const auto& each) { return each.path == path; });
  return fmt::format("@{} ({})", name, found == description.files.end() ? "" : found->sha256);
}

std::string contents_text(const description& description, const template_text& init) {
  return init.text().starts_with("@") ? file_text(description, init.text().substr(1)) : init.text();
}

}  // namespace

std::map<std::string, std::string> definition_of_right(const description& description) {
  std::map<std::string, std::string> parts;
  for (const auto& each : description.buffers) {
    parts[each.name + ".type"] = each.type.text();
    parts[each.name + ".length"] = each.length.text();
    parts[each.name + ".role"] = role_name(each.use);
    if (each.init) parts[each.name + ".init"] = contents_text(description, *each.init);
    if (each.use == buffer_use::in) continue;
    parts[each.name + ".absolute"] = tolerance_text(each.absolute);
    parts[each.name + ".relative"] = tolerance_text(each.relative);
    if (each.expected) parts[each.name + ".expected"] = file_text(description, *each.expected);
  }
  parts["reference"] = description.unverified          ? "nothing"
                       : description.reference.empty() ? "files"
                                                       : description.reference;
  return parts;
}

}  // namespace warpmark::kernels_file
