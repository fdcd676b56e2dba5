#include "ci/gate/golden/golden_file.hpp"

#include <fstream>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json_depth.hpp"
#include "base/usage_error.hpp"
#include "ci/gate/text_file.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

golden_family golden_of(const json& text, const std::string& place) {
  if (const auto schema = text.value("schema", ""); schema != golden_schema)
    throw usage_error(fmt::format("{}: schema '{}'; expected '{}'", place, schema, golden_schema));
  golden_family result{.family = text.at("family"), .nvrtc = text.at("nvrtc"), .points = {}};
  for (const auto& [key, counters] : text.at("points").items())
    result.points[key] = counters.get<counters_by_name>();
  return result;
}

// Invalid JSON throws, or is discarded.
json json_of_file(const fs::path& path, bool throws = true) {
  const std::string text = text_of_file(path);
  input::require_shallow_json(text, path.string());
  return json::parse(text, nullptr, throws);
}

}  // namespace

std::map<std::string, golden_family> read_golden(const fs::path& folder) {
  if (!fs::is_directory(folder))
    throw usage_error(fmt::format("--golden {}: no such folder", folder.string()));
  std::map<std::string, golden_family> families;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const std::string place = entry.path().string();
    try {
      golden_family one = golden_of(json_of_file(entry.path()), place);
      families[one.family] = std::move(one);
    } catch (const json::exception& error) {
      throw usage_error(fmt::format("{}: {}; --refresh-golden rewrites it", place, error.what()));
    }
  }
  if (families.empty())
    throw usage_error(
        fmt::format("--golden {}: there are no golden counters; --refresh-golden writes them",
                    folder.string()));
  return families;
}

void write_golden(const fs::path& folder, const golden_family& golden_family) {
  const json text = {{"schema", golden_schema},
                     {"family", golden_family.family},
                     {"nvrtc", golden_family.nvrtc},
                     {"points", golden_family.points}};
  fs::create_directories(folder);
  const fs::path path = folder / (golden_family.family + ".json");
  std::ofstream file(path);
  file << text.dump(1) << '\n';
  if (!file.flush()) throw usage_error(fmt::format("{} cannot be written", path.string()));
}

void remove_other_golden(const fs::path& folder, const std::map<std::string, golden_family>& kept) {
  std::vector<fs::path> stale;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json" || kept.contains(entry.path().stem())) continue;
    const json text = json_of_file(entry.path(), false);
    if (text.is_object() && text.value("schema", json()) == golden_schema)
      stale.push_back(entry.path());
  }
  for (const auto& file : stale) fs::remove(file);
}

}  // namespace warpmark::gate
