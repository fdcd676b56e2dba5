#include "cli/neighbour_program.hpp"

#include <cerrno>
#include <cstring>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "cli/program_paths.hpp"
#include "cli/python_verb.hpp"

namespace warpmark {

void add_neighbour_verb(CLI::App& program, const neighbour_verb& verb, const argument_list& argv) {
  add_unparsed_verb(program, verb.verb, verb.description)->callback([verb, &argv] {
    const std::string path = (program_folder() / verb.program).string();
    std::vector<char*> pointers;
    for (const auto& word : argv) pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);
    execv(path.c_str(), pointers.data());
    throw usage_error(fmt::format("{}: cannot start {}: {}; `make build` builds it", verb.verb,
                                  path, std::strerror(errno)));
  });
}

}  // namespace warpmark
