#include "cli/card_option.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/usage_error.hpp"
#include "simt/model/card_choice.hpp"

namespace warpmark {

void card_option::add_to(CLI::App& verb) {
  verb.add_option("--card", text,
                  "The card to interpret and model (simt only): a name such as H200, a card file, "
                  "and @DATE for an older calibration; see `explain --cards`")
      ->type_name("NAME|FILE");
}

std::shared_ptr<const model::card_file> card_option::chosen(const std::string& machine) const {
  if (text.empty()) return nullptr;
  if (machine != "simt")
    throw usage_error(
        fmt::format("--card {} on backend {}: only the interpreter models another card; expected "
                    "--backend simt",
                    text, machine));
  return std::make_shared<const model::card_file>(model::choose_card("--card", text));
}

std::string card_option::file_text(const std::string& machine) const {
  const auto card = chosen(machine);
  return card ? model::to_json(*card).dump() : std::string();
}

}  // namespace warpmark
