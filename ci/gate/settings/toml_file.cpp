#include "ci/gate/settings/toml_file.hpp"

#include <fmt/format.h>

#include "base/toml_text.hpp"
#include "base/usage_error.hpp"

namespace warpmark::gate {
namespace {

constexpr std::int64_t version = 1;

void require_version(inspect::toml_reader& from) {
  const auto found = from.whole("version");
  if (!found) from.refuse(fmt::format("'version' is missing; expected version = {}", version));
  if (*found != version)
    from.refuse("version", fmt::format("{}; this program reads version = {}", *found, version));
}

}  // namespace

void read_toml(const std::string& text, const std::string& file, const inspect::key_list& known,
               const std::function<void(inspect::toml_reader&)>& read) {
  const toml::table table = inspect::parse_toml(text, file);
  try {
    inspect::toml_reader top(table, file, "", inspect::all_keys({{"version"}, known}));
    require_version(top);
    read(top);
    top.finish();
  } catch (const usage_error& error) {
    throw usage_error(inspect::in_one_line(error.what()));
  }
}

}  // namespace warpmark::gate
