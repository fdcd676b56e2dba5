#include "tests/statistics/reference.hpp"

#include <fstream>

namespace warpmark::statistics {

const nlohmann::json& reference() {
  static const nlohmann::json loaded = [] {
    std::ifstream file(WARPMARK_SOURCE_DIR "/tests/statistics/reference.json");
    return nlohmann::json::parse(file);
  }();
  return loaded;
}

std::vector<double> reference_samples(const std::string& name) {
  return reference().at("samples").at(name).get<std::vector<double>>();
}

}  // namespace warpmark::statistics
