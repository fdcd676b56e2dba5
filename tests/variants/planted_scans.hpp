#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/variants/interpreted.hpp"

namespace warpmark::tests {

/// A kernel of scan with one piece of its text replaced.
struct planted {
  std::string variant_name;  ///< "chained"
  std::string file;          ///< Below kernels/: "scan/chained.cuh".
  std::string from, to;      ///< Empty: the kernel as it is.
  std::string header = {};   ///< Where `from` is, if that is a file that `file` includes.
};

/// The text with `from` replaced by `to`; fails the test if it has no `from`.
std::string replaced(std::string source, const std::string& from, const std::string& to);

/// The text of a file of kernels/, with the files that it includes from where `below` says,
/// "partition/", in place of its own lines.
std::string flattened(const std::string& file, const std::string& below);

/// The source that replaces all kernels of the variant's plans.
std::string source_of(const planted& fault);

/// Interprets the variant's plan, from the base problem and config with some values replaced.
measurement run(const planted& fault, const settings& problem_settings,
                const settings& config_settings, const device_limits& planned_for = {});

/// Whether the interpreter has found something of that kind.
bool found(const measurement& result, const std::string& kind);

}  // namespace warpmark::tests
