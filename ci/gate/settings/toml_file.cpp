#include "ci/gate/settings/toml_file.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "bench/core/usage_error.hpp"

namespace warpmark::gate {
namespace {

constexpr std::int64_t version = 1;

void require_version(inspect::toml_reader& from) {
  const auto found = from.whole("version");
  if (!found)
    from.refuse(fmt::format("'version' is missing; right would be version = {}", version));
  if (*found != version)
    from.refuse("version", fmt::format("{}; this program reads version = {}", *found, version));
}

// Errors show texts of the file, which may have several.
std::string in_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

void read_toml(const std::string& text, const std::string& file,
               const std::function<void(inspect::toml_reader&)>& read) {
  try {
    const toml::table table = toml::parse(text);
    inspect::toml_reader top(table, file, "");
    require_version(top);
    read(top);
    top.finish();
  } catch (const usage_error& error) {
    throw usage_error(in_one_line(error.what()));
  } catch (const toml::parse_error& error) {
    const auto& at = error.source().begin;
    throw usage_error(
        in_one_line(fmt::format("{}:{}:{}: {}", file, at.line, at.column, error.description())));
  }
}

}  // namespace warpmark::gate
