#include "cli/config/user_folder.hpp"

#include <cstdlib>

namespace warpmark {

namespace fs = std::filesystem;

fs::path user_config_folder() {
  if (const char* folder = std::getenv("XDG_CONFIG_HOME"); folder != nullptr && *folder == '/')
    return folder;
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? fs::path(home) / ".config" : fs::path();
}

}  // namespace warpmark
