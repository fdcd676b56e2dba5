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

std::string tolerance_text(const tolerance& of) {
  std::string text = fmt::format("{}", of.otherwise);
  for (const auto& [type, value] : of.by_type) text += fmt::format(" {}: {}", type, value);
  return text;
}

// A file's digest: its name stays when its contents change.
std::string file_text(const description& what, const std::string& name) {
  const std::string path = (what.folder / name).string();
  const auto found = std::find_if(what.files.begin(), what.files.end(),
                                  [&](const auto& each) { return each.path == path; });
  return fmt::format("@{} ({})", name, found == what.files.end() ? "" : found->sha256);
}

std::string contents_text(const description& what, const template_text& init) {
  return init.text().starts_with("@") ? file_text(what, init.text().substr(1)) : init.text();
}

}  // namespace

std::map<std::string, std::string> definition_of_right(const description& what) {
  std::map<std::string, std::string> parts;
  for (const auto& each : what.buffers) {
    parts[each.name + ".type"] = each.type.text();
    parts[each.name + ".length"] = each.length.text();
    parts[each.name + ".role"] = role_name(each.use);
    if (each.init) parts[each.name + ".init"] = contents_text(what, *each.init);
    if (each.use == buffer_use::in) continue;
    parts[each.name + ".absolute"] = tolerance_text(each.absolute);
    parts[each.name + ".relative"] = tolerance_text(each.relative);
    if (each.expected) parts[each.name + ".expected"] = file_text(what, *each.expected);
  }
  parts["reference"] = what.unverified          ? "nothing"
                       : what.reference.empty() ? "files"
                                                : what.reference;
  return parts;
}

}  // namespace warpmark::kernels_file
