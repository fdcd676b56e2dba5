#pragma once

#include <cstddef>

namespace warpmark {

/// Columns of the terminal at a file descriptor, $COLUMNS if it does not tell; 0 if it is none:
/// what a program reads has no width.
std::size_t terminal_width(int descriptor);

}  // namespace warpmark
