#pragma once

#include <string>
#include <vector>

namespace warpmark {

/// Replaces this process by `python -m MODULE WORDS…`, a part of the Python packages: its exit
/// status is the program's. The packages are found next to the program, Python by report_python().
/// Never returns; throws usage_error if that cannot be started.
[[noreturn]] void become_reports(const std::string& module, const std::vector<std::string>& words);

}  // namespace warpmark
