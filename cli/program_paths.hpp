#pragma once

#include <filesystem>
#include <optional>

namespace warpmark {

/// The running program.
std::filesystem::path program_path();

/// Its folder.
std::filesystem::path program_folder();

/// The first folder, from the program's upwards, that contains `relative`. Not from the current
/// one, whose files may be anybody's.
std::optional<std::filesystem::path> find_upwards(const std::filesystem::path& relative);

/// The Python that has the report generator's packages: $WARPMARK_PYTHON, else the nearest
/// .venv/bin/python, else python3 from PATH.
std::filesystem::path report_python();

}  // namespace warpmark
