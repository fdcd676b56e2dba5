#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

// Where CUDA's libraries, headers and programs are looked for, in the order of NVIDIA's
// cuda-pathfinder: packages of the Python environment, the conda environment, $CUDA_HOME and
// $CUDA_PATH, the system's loader (or $PATH), /usr/local/cuda*. Nothing depends on the processor's
// architecture: of targets/<name>/lib all names are tried.

namespace warpmark::compiler {

/// A folder with `lib`, `include` or `bin`: a toolkit, or the part of one that a package has.
struct toolkit_root {
  std::string origin;  ///< Why it is looked at: "site-packages", "$CONDA_PREFIX", "$CUDA_HOME", …
  std::filesystem::path folder;
};

/// The variable with the folders of packages of the Python that started this program, separated by
/// colons. The Python package sets it.
inline constexpr const char* site_packages_variable = "WARPMARK_SITE_PACKAGES";

/// Those that come before what the system finds, then those after it. Folders that are not there
/// are left out.
struct toolkit_roots {
  std::vector<toolkit_root> environment, installed;
};

/// Of this process: its environment, its program's folder and its working folder.
toolkit_roots find_toolkit_roots();

/// The places of find_toolkit_roots() in words, for messages.
inline constexpr std::string_view toolkit_places =
    "site-packages, $CONDA_PREFIX, $CUDA_HOME, $CUDA_PATH, the system's folders and "
    "/usr/local/cuda*";

/// A library, header folder or program of a toolkit.
struct toolkit_file {
  std::string origin;
  std::filesystem::path path;
};

/// Libraries whose names start with `prefix`, of all roots in order, newest version first within
/// one. With `loader_names`, these stand where the system's loader has its turn, as they are.
std::vector<toolkit_file> toolkit_libraries(std::string_view prefix,
                                            const std::vector<std::string>& loader_names = {});

/// Executable programs of that name, of all roots and of $PATH, in order.
std::vector<toolkit_file> toolkit_programs(std::string_view name);

/// The folders of headers that belong to that NVRTC: those beside it, else those of the first root
/// with headers of its major version, which its name tells; then those of CCCL. Empty where there
/// are none.
std::vector<toolkit_file> toolkit_headers(const std::filesystem::path& nvrtc);

/// Entries of `folder` whose names start with `prefix`, newest version first: 12.10 before 12.9.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& folder,
                                            std::string_view prefix);

}  // namespace warpmark::compiler
