#include "bench/journal/model_error.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model_errors_embedded.hpp"

namespace warpmark::model {
namespace {

using nlohmann::json;

const json& table() {
  static const json read = json::parse(errors_detail::embedded_files.front().text);
  return read;
}

struct span {
  double low = 0;
  double high = 0;
};

span medians(const json& sizes) {
  const auto by_median = [](const json& a, const json& b) {
    return a.at("median").get<double>() < b.at("median").get<double>();
  };
  const auto [low, high] = std::minmax_element(sizes.begin(), sizes.end(), by_median);
  return {low->at("median").get<double>(), high->at("median").get<double>()};
}

}  // namespace

std::string model_error_text(std::string_view family) {
  const json& families = table().at("families");
  const auto found = families.find(std::string(family));
  if (found == families.end()) {
    double worst = 0;
    for (const json& sizes : families) worst = std::max(worst, medians(sizes).high);
    return fmt::format(
        "the error of the model is not known for {} (medians of other families: up to {:.2f}x)",
        family, worst);
  }
  const auto [low, high] = medians(*found);
  const auto from_to = [](const std::string& from, const std::string& to) {
    return from == to ? from : from + " to " + to;
  };
  const auto size = [](const json& entry) {
    return std::to_string(entry.at("n").get<std::int64_t>());
  };
  return fmt::format("median error of the model for {}: {}x ({}, n = {})", family,
                     from_to(fmt::format("{:.2f}", low), fmt::format("{:.2f}", high)),
                     table().at("card").get<std::string>(),
                     from_to(size(found->front()), size(found->back())));
}

model_errors error_of(std::string_view family) {
  const json& families = table().at("families");
  const auto found = families.find(std::string(family));
  model_errors errors{.is_known = found != families.end()};
  for (auto one = families.begin(); one != families.end(); ++one) {
    if (errors.is_known && one != found) continue;
    for (const json& size : *one) {
      errors.median = std::max(errors.median, size.at("median").get<double>());
      errors.p90 = std::max(errors.p90, size.at("p90").get<double>());
      errors.near = std::max(errors.near, size.at("near").get<double>());
      if (size.contains("pick"))
        errors.pick = std::max(errors.pick.value_or(1), size.at("pick").get<double>());
    }
  }
  return errors;
}

}  // namespace warpmark::model
