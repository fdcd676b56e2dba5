// warpmark man: manual pages out of what --help prints, for installations.

#include <filesystem>
#include <fstream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/core/build_info.hpp"
#include "cli/exit_codes.hpp"
#include "cli/man/man_page.hpp"
#include "cli/verbs.hpp"

namespace warpmark {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush()) throw usage_error(fmt::format("man: cannot write {}", file.string()));
}

void write_pages(const CLI::App& program, const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw usage_error(
        fmt::format("man: cannot make the folder {}: {}", folder.string(), error.message()));
  std::vector<command_description> verbs;
  for (const auto& name : shown_verbs(program)) verbs.push_back(describe_verb(program, name));
  write(folder / "warpmark.1", man_page(program.get_description(), verbs, build_info::version()));
  for (const auto& verb : verbs)
    write(folder / fmt::format("warpmark-{}.1", verb.name), man_page(verb, build_info::version()));
}

}  // namespace

void add_man(CLI::App& program, int& exit_status) {
  auto folder = std::make_shared<std::string>();
  CLI::App* verb = program.add_subcommand("man", "Write the manual pages into a folder");
  verb->group("");  // of interest to those who package the program
  verb->add_option("DIR", *folder, "The folder, as in share/man/man1")->required();
  verb->callback([&program, folder, &exit_status] {
    write_pages(program, *folder);
    exit_status = exit_ok;
  });
}

}  // namespace warpmark
