#include "bench/kernels_file/definition_of_right.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace warpmark::kernels_file {
namespace {

const char* role_name(buffer_use use) {
  static constexpr std::array names = {"in", "out", "inout", "scratch", "state", "bound"};
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
                                  [&](const auto& file) { return file.path == path; });
  return fmt::format("@{} ({})", name, found == description.files.end() ? "" : found->sha256);
}

std::string contents_text(const description& description, const template_text& init) {
  return init.text().starts_with("@") ? file_text(description, init.text().substr(1)) : init.text();
}

}  // namespace

std::map<std::string, std::string> definition_of_right(const description& description) {
  std::map<std::string, std::string> parts;
  for (const auto& buffer : description.buffers) {
    parts[buffer.name + ".type"] = buffer.type.text();
    parts[buffer.name + ".length"] = buffer.length.text();
    parts[buffer.name + ".role"] = role_name(buffer.use);
    if (buffer.init) parts[buffer.name + ".init"] = contents_text(description, *buffer.init);
    if (buffer.use == buffer_use::in) continue;
    parts[buffer.name + ".absolute"] = tolerance_text(buffer.absolute);
    parts[buffer.name + ".relative"] = tolerance_text(buffer.relative);
    if (buffer.depth)
      parts[buffer.name + ".bound"] = buffer.depth->text() + " of " + buffer.magnitude;
    if (!buffer.compared) parts[buffer.name + ".compared"] = "no";
    if (buffer.expected)
      parts[buffer.name + ".expected"] = file_text(description, *buffer.expected);
  }
  parts["reference"] = description.unverified          ? "nothing"
                       : description.reference.empty() ? "files"
                                                       : description.reference;
  return parts;
}

}  // namespace warpmark::kernels_file
