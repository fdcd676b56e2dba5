#include "kernels/embedded.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "kernels_embedded.hpp"

namespace warpmark::kernels {

std::vector<source_file> all() {
  std::vector<source_file> files;
  files.reserve(kernels_detail::embedded_files.size());
  for (const auto& file : kernels_detail::embedded_files) files.push_back({file.path, file.text});
  return files;
}

std::string_view text(std::string_view path) {
  for (const auto& file : kernels_detail::embedded_files)
    if (file.path == path) return file.text;
  throw std::out_of_range(fmt::format("no kernel source '{}' is embedded in this program", path));
}

}  // namespace warpmark::kernels
