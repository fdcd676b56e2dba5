#include "cli/calibration_files.hpp"

#include <cctype>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/usage_error.hpp"
#include "base/whole_file.hpp"
#include "cli/config/user_folder.hpp"
#include "simt/model/card_choice.hpp"

namespace warpmark {
namespace {

namespace fs = std::filesystem;

std::string identity(const model::card_file& card) {
  return fmt::format("{} ({}, {} multiprocessors)", card.name, card.architecture(),
                     card.multiprocessors);
}

}  // namespace

fs::path calibration_folder() {
  const fs::path settings = user_config_folder();
  return settings.empty() ? settings : settings / "warpmark" / "cards";
}

std::string card_file_name(const std::string& card_name) {
  std::string file;
  for (const char c : card_name)
    file += std::isalnum(static_cast<unsigned char>(c)) != 0
                ? static_cast<char>(std::tolower(static_cast<unsigned char>(c)))
                : '_';
  return file + ".json";
}

std::vector<model::card_file> with_calibration(const fs::path& file,
                                               const model::card_file& calibration) {
  std::vector<model::card_file> calibrations;
  if (fs::exists(file)) calibrations = model::read_card_file(file.string());
  if (!calibrations.empty() && identity(calibrations.back()) != identity(calibration))
    throw usage_error(
        fmt::format("{}: it is of {}, and the calibrated card is {}; name another "
                    "file with -o",
                    file.string(), identity(calibrations.back()), identity(calibration)));
  if (calibrations.size() >= model::max_calibrations)
    throw usage_error(
        fmt::format("{}: it has {} calibrations, the maximum; name another file with "
                    "-o, or remove the oldest",
                    file.string(), calibrations.size()));
  calibrations.push_back(calibration);
  return calibrations;
}

void write_card_file(const fs::path& file, const std::vector<model::card_file>& calibrations) {
  std::error_code error;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), error);
  try {
    whole_file whole(file);
    whole.append(model::to_json(calibrations).dump(2) + "\n");
    whole.commit(whole_file::existing::replace);
  } catch (const std::exception& failure) {
    throw usage_error(fmt::format("{}; name another file with -o", failure.what()));
  }
}

}  // namespace warpmark
