#include "bench/journal/model_savings.hpp"

#include <nlohmann/json.hpp>

#include "model_savings_embedded.hpp"

namespace warpmark::model {

const std::vector<saving_kind>& saving_kinds() {
  static const std::vector<saving_kind> kinds = [] {
    std::vector<saving_kind> read;
    const auto file = nlohmann::ordered_json::parse(savings_detail::embedded_files.front().text);
    for (const auto& [key, texts] : file.items())
      read.push_back({key, texts.at(0).get<std::string>(), texts.at(1).get<std::string>()});
    return read;
  }();
  return kinds;
}

}  // namespace warpmark::model
