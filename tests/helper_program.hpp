#pragma once

namespace warpmark::tests {

/// A program that tests start as a process of its own. It is the test program under another name,
/// which warpmark_helper_programs() of cmake/testing.cmake links to it, since a program more would
/// have the same headers to read and libraries to link.
struct helper_program {
  /// To be registered by a variable of its source file, as tests are.
  helper_program(const char* name, int (*main)());
};

}  // namespace warpmark::tests
