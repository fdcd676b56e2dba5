// Runs every entry of the arithmetic conformance suite on a backend; see README.md.

#include <filesystem>
#include <fstream>
#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "cli/open_backend.hpp"
#include "tests/simt/conformance/record.hpp"
#include "tests/simt/conformance/runner.hpp"

namespace conformance {
namespace {

struct program_options {
  std::string backend = "simt", architecture, output, dump, only, recorded;
  std::vector<std::string> records;
  bool list = false;
};

int digits_of(const std::string& architecture) {
  std::string digits;
  for (const char c : architecture)
    if (c >= '0' && c <= '9') digits += c;
  if (digits.empty())
    throw warpmark::usage_error(
        fmt::format("--arch {}: no architecture; expected sm_90", architecture));
  return std::stoi(digits);
}

// The interpreter runs what a card lacks as well: it gets such entries as PTX of their own kind.
std::vector<std::pair<std::string, std::vector<entry>>> by_architecture(
    const std::vector<entry>& entries, const std::string& architecture, bool interprets) {
  std::vector<std::pair<std::string, std::vector<entry>>> result{{architecture, {}},
                                                                 {"compute_100", {}}};
  for (const entry& entry : entries)
    if (entry.architecture <= digits_of(architecture))
      result[0].second.push_back(entry);
    else if (interprets)
      result[1].second.push_back(entry);
  return result;
}

std::ofstream open_output(const std::string& path, const char* option) {
  std::ofstream file(path, std::ios::binary);
  if (!file) throw warpmark::usage_error(fmt::format("{} {}: cannot be written", option, path));
  return file;
}

std::vector<entry> wanted_entries(const std::string& only) {
  std::vector<entry> result;
  for (entry& entry : all_entries())
    if (entry.name.find(only) != std::string::npos) result.push_back(std::move(entry));
  if (result.empty())
    throw warpmark::usage_error(
        fmt::format("--only {}: no entry has that in its name; --list shows them", only));
  return result;
}

int run(const program_options& options) {
  const std::vector<entry> entries = wanted_entries(options.only);
  if (options.list) {
    for (const entry& entry : entries) fmt::print("{}\n", entry.name);
    return 0;
  }
  const std::vector<record_file> records = read_records(options.records, options.recorded);
  const auto machine = warpmark::open_backend(options.backend, 0);
  std::string architecture = options.architecture;
  if (architecture.empty()) {
    architecture = !machine->capabilities().takes_time ? "compute_90" : "sm_";
    if (machine->capabilities().takes_time)
      for (const char c : machine->device().compute_capability)
        if (c != '.') architecture += c;
  }
  std::ofstream output, dump;
  if (!options.output.empty()) output = open_output(options.output, "-o");
  if (!options.dump.empty()) dump = open_output(options.dump, "--dump");
  std::ostream& lines = options.output.empty() ? std::cout : output;
  warpmark::compiler::kernel_compiler compiler;
  summary seen;
  const auto done = [&](const outcome& what) {
    lines << line_of(what) << '\n';
    for (const std::uint64_t value : what.outputs)
      dump.write(reinterpret_cast<const char*>(&value), sizeof value);
    seen.add(what, records);
  };
  for (const auto& [target, part] :
       by_architecture(entries, architecture, !machine->capabilities().takes_time))
    if (!part.empty()) run_entries(*machine, compiler, part, target, done);
  fmt::print(stderr, "{}\n", seen.text());
  return seen.failed() ? 1 : 0;
}

}  // namespace
}  // namespace conformance

int main(int argc, char** argv) {
  CLI::App app("Runs PTX arithmetic, an instruction at a time, on a backend");
  conformance::program_options options;
  app.add_option("--backend", options.backend, "simt, cuda or auto")->capture_default_str();
  app.add_option("--arch", options.architecture, "what to compile for, such as sm_90");
  app.add_option("-o,--output", options.output, "JSON lines, one an entry; default stdout");
  app.add_option("--dump", options.dump, "all outputs in the order of the lines, 8 bytes each");
  app.add_option("--only", options.only, "entries with this text in their names");
  app.add_option("--compare", options.records, "files that an earlier run wrote with -o");
  app.add_option("--compare-dump", options.recorded,
                 "what --dump wrote beside the first of --compare: shows values that differ");
  app.add_flag("--list", options.list, "show the entries' names only");
  CLI11_PARSE(app, argc, argv);
  try {
    return conformance::run(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "conformance: {}\n", error.what());
  }
  return 2;
}
