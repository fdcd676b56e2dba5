#pragma once

#include <string_view>
#include <vector>

namespace warpmark::kernels {

/// A file below `kernels/`, as it was when the program was built.
struct source_file {
  std::string_view path;  ///< "reduce/tree_sequential.cuh"
  std::string_view text;
};

/// All kernel sources, ordered by path.
std::vector<source_file> all();

/// The text of one file. Throws std::out_of_range naming the path if there is none.
std::string_view text(std::string_view path);

}  // namespace warpmark::kernels
