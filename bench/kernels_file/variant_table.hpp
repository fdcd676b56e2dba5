#pragma once

#include <filesystem>
#include <string>

#include "base/toml_reader.hpp"
#include "bench/kernels_file/description.hpp"
#include "bench/kernels_file/source_files.hpp"

namespace warpmark::kernels_file {

/// The defaults of variants from the top level of the file.
struct shared_settings {
  std::filesystem::path folder;
  std::string file;  ///< The source of variants without their own.
  inspect::compile_settings compile;
  std::vector<template_text> defines;
  std::vector<template_text> options;
  std::vector<axis> problem_axes = {};
};

/// The keys of a table [variant.NAME].
inspect::key_list variant_keys();

/// A table [variant.NAME]. Throws usage_error.
variant_description read_variant(inspect::toml_reader& from, const std::string& name,
                                 const shared_settings& shared, source_files& sources);

}  // namespace warpmark::kernels_file
