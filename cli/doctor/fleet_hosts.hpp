#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpmark {

/// How the hosts of a fleet are asked.
struct fleet_settings {
  std::string ssh = "ssh -o BatchMode=yes -o ConnectTimeout=10";  ///< A command line.
  std::string program = "warpmark";                               ///< A command line on the hosts.
  double time_limit_s = 60;                                       ///< For one host.
};

/// A host of a fleet.
struct fleet_host {
  std::string name;     ///< As the command takes it: "gpu01", "user@gpu01".
  std::string group;    ///< Hosts are compared within their group.
  std::string program;  ///< A command line on this host.
};

struct fleet {
  fleet_settings settings;
  std::vector<fleet_host> hosts;  ///< At least one; no name twice.

  /// The same program on all hosts.
  void replace_program(const std::string& program);
};

/// Reads a file of hosts: TOML if its name ends in ".toml", else one host per line, where '#'
/// begins a comment. Throws usage_error, naming file and line.
fleet read_fleet(const std::filesystem::path& path);

/// The words of a command line: at spaces, unless quoted by '…' or "…" or after a backslash. Throws
/// usage_error, beginning with `place`, for an open quote and for a line without words.
std::vector<std::string> command_words(const std::string& place, const std::string& line);

}  // namespace warpmark
