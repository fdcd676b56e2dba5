#pragma once

#include <string>

namespace warpmark {

/// A kernels file (docs/kernels_file.md) for the kernels of a source, with a comment at each guess:
/// roles of pointers from `const` and from how the body uses them, sizes, the grid and the block
/// from the indices that it reads. Kernels of the same parameters become variants of one family.
/// `file` is the source's path in the file, and `output` the file's own name. Throws usage_error if
/// no kernel can be described.
std::string kernels_file_draft(const std::string& file, const std::string& source,
                               const std::string& output);

}  // namespace warpmark
