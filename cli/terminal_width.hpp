#pragma once

#include <cstddef>

namespace warpmark {

/// Columns of the terminal at a file descriptor, else those of $COLUMNS; 0 if it is no terminal and
/// $COLUMNS is not set.
std::size_t terminal_width(int descriptor);

}  // namespace warpmark
