#include "cli/tune/tuned_profile.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <unistd.h>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "cli/new_file.hpp"
#include "cli/tune/profile_tables.hpp"
#include "tuning/profile/profile_file.hpp"
#include "tuning/profile/profile_of_tuning.hpp"

namespace warpmark {

using namespace tuning;

void refuse_useless_profile(const tune_options& options, bool modelled) {
  const std::string& path = options.output;
  if (path.empty()) return;
  if (modelled)
    throw usage_error(fmt::format(
        "-o {}: modelled times make no profile of a tuning; expected a backend with a clock, or "
        "`warpmark export --format profile JOURNAL`, which marks a profile as modelled",
        path));
  require_new_file("-o", path, "name another file with -o");
  const auto folder = std::filesystem::absolute(path).parent_path();
  if (access(folder.c_str(), W_OK) != 0)
    throw usage_error(fmt::format("-o {}: nothing can be written into {}: {}", path,
                                  folder.string(), std::strerror(errno)));
}

void write_profile(const std::string& journal, const tune_options& options,
                   const std::vector<std::uint64_t>& held_out) {
  const profile made = profile_of_tuning(journal, options.state, options.margin(), held_out);
  tuning::write_profile(made, options.output);
  if (!options.as_json) fmt::print("\n{}profile: {}\n", profile_table({&made, 1}), options.output);
}

}  // namespace warpmark
