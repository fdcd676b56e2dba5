#include "ci/gate/sides/scratch_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace warpmark::gate {

scratch_folder::scratch_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "warpmark-gate-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    throw std::system_error(errno, std::generic_category(), "cannot make the folder " + name);
  path_ = std::filesystem::canonical(name);
}

scratch_folder::~scratch_folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace warpmark::gate
