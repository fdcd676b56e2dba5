#include "tests/simt/conformance/record.hpp"

#include <fstream>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "tests/simt/conformance/approximation_error.hpp"
#include "tests/simt/conformance/reference.hpp"

namespace conformance {
namespace {

using nlohmann::json;

std::string hex(std::uint64_t value) { return fmt::format("{:016x}", value); }

std::string input_hash(const outcome& what) {
  std::uint64_t hash = 0;
  for (const auto& input : what.inputs) hash = hash_of(input, hash);
  return hex(hash);
}

const char* unit_of(const error_bound& bound) {
  switch (bound.what) {
    case error_bound::kind::ulp:
      return "ulp";
    case error_bound::kind::relative:
      return "relative";
    default:
      return "absolute";
  }
}

// Two entries may have the same body with inputs of other kinds.
std::string key_of(const std::string& name, const std::string& signature) {
  return signature + ": " + name;
}

std::string signature_of(const entry& e) {
  std::string result = e.result + " =";
  for (const auto& operand : e.operands) result += " " + operand;
  return result;
}

std::string key_of(const entry& e) { return key_of(e.name, signature_of(e)); }

// "add.f32 d, a, b: input 17 (0x1, 0x2) gives 0x3, …"
std::string show_case(const outcome& what, std::size_t index) {
  std::string operands;
  for (const auto& input : what.inputs)
    operands += fmt::format("{}{:#x}", operands.empty() ? "" : ", ", input[index]);
  return fmt::format("({}) gives {:#x}", operands, what.outputs[index]);
}

// The recorded outputs that differ from these: how many, and the first few. Of an approximate
// instruction, those that are not both ordinary numbers.
std::string show_differences(const outcome& what, const record_file& record) {
  if (record.dump.empty()) return "";
  std::ifstream file(record.dump, std::ios::binary);
  std::vector<std::uint64_t> recorded(what.outputs.size());
  file.seekg(static_cast<std::streamoff>(record.places.at(key_of(*what.of)) * 8));
  file.read(reinterpret_cast<char*>(recorded.data()),
            static_cast<std::streamsize>(recorded.size() * 8));
  std::size_t count = 0;
  std::string shown;
  for (std::size_t i = 0; i < recorded.size(); ++i) {
    if (recorded[i] == what.outputs[i]) continue;
    if (what.of->approximate() &&
        mark_of(recorded[i], what.of->result) == mark_of(what.outputs[i], what.of->result))
      continue;
    if (++count <= 4)
      shown += fmt::format("\n  {}, recorded {:#x}", show_case(what, i), recorded[i]);
  }
  return fmt::format(" ({} of {}){}", count, recorded.size(), shown);
}

}  // namespace

std::vector<record_file> read_records(const std::vector<std::string>& paths,
                                      const std::string& dump) {
  std::vector<record_file> result;
  for (const std::string& path : paths) {
    std::ifstream file(path);
    if (!file) throw warpmark::usage_error(fmt::format("--compare {}: cannot be read", path));
    record_file& record = result.emplace_back();
    if (result.size() == 1) record.dump = dump;
    std::size_t place = 0;
    for (std::string line; std::getline(file, line);) {
      const json parsed = json::parse(line, nullptr, false);
      if (!parsed.is_object() || !parsed.contains("name"))
        throw warpmark::usage_error(fmt::format("--compare {}: not lines of conformance", path));
      record.lines[key_of(parsed["name"], parsed["signature"])] = parsed;
      record.places[key_of(parsed["name"], parsed["signature"])] = place;
      if (!parsed.contains("trouble")) place += parsed["inputs"].get<std::size_t>();
    }
  }
  return result;
}

std::string line_of(const outcome& what) {
  const entry& e = *what.of;
  nlohmann::ordered_json line{{"name", e.name}};
  line["signature"] = signature_of(e);
  line["inputs"] = what.inputs[0].size();
  line["input_hash"] = input_hash(what);
  if (!what.trouble.empty()) {
    line["trouble"] = what.trouble;
  } else if (e.approximate()) {
    const approximation_error error = error_of(what);
    line["special_hash"] = hex(error.specials);
    line["error"] = error.largest;
    line["bound"] = e.bound.value;
    line["unit"] = unit_of(e.bound);
  } else {
    line["output_hash"] = hex(hash_of(what.outputs));
  }
  return line.dump();
}

void summary::blame(const outcome& what, const std::string& why) {
  ++wrong_;
  fmt::print(stderr, "{}: {}\n", what.of->name, why);
}

void summary::add(const outcome& what, const std::vector<record_file>& records) {
  ++entries_;
  if (!what.trouble.empty()) return blame(what, what.trouble);
  if (what.of->approximate()) {
    judge_approximate(what, nullptr);
  } else if (const auto expected = reference_of(*what.of)) {
    ++referenced_;
    for (std::size_t i = 0; i < what.outputs.size(); ++i) {
      std::vector<std::uint64_t> operands;
      for (const auto& input : what.inputs) operands.push_back(input[i]);
      const auto right = expected(operands);
      if (!right || *right == what.outputs[i]) continue;
      blame(what, fmt::format("{}, not {:#x}", show_case(what, i), *right));
      break;
    }
  }
  for (const record_file& record : records)
    what.of->approximate() ? judge_approximate(what, &record) : judge_exact(what, record);
}

void summary::judge_exact(const outcome& what, const record_file& record) {
  const auto found = record.lines.find(key_of(*what.of));
  if (found == record.lines.end() || !found->second.contains("output_hash")) return;
  ++recorded_;
  if (found->second["input_hash"] != input_hash(what))
    blame(what, "the record was made of other inputs; record it anew");
  else if (found->second["output_hash"] != hex(hash_of(what.outputs)))
    blame(what, "not the recorded outputs" + show_differences(what, record));
}

void summary::judge_approximate(const outcome& what, const record_file* record) {
  const approximation_error error = error_of(what);
  if (!record) {
    if (error.largest > what.of->bound.value)
      blame(what, fmt::format("{}, off by {} ({}), more than {}", show_case(what, error.worst),
                              error.largest, unit_of(what.of->bound), what.of->bound.value));
    return;
  }
  const auto found = record->lines.find(key_of(*what.of));
  if (found == record->lines.end() || !found->second.contains("special_hash")) return;
  ++recorded_;
  if (found->second["input_hash"] != input_hash(what))
    blame(what, "the record was made of other inputs; record it anew");
  else if (found->second["special_hash"] != hex(error.specials))
    blame(what, "NaNs, infinities or zeros at other inputs than recorded" +
                    show_differences(what, *record));
}

std::string summary::text() const {
  return fmt::format(
      "{} entries: {} checked by the host's arithmetic, {} against records; {} disagreements",
      entries_, referenced_, recorded_, wrong_);
}

}  // namespace conformance
