#pragma once

#include <string>
#include <vector>

#include "base/toml_reader.hpp"
#include "bench/kernels_file/description.hpp"

// Values that occur in several tables of a kernels file. Each function throws usage_error.

namespace warpmark::kernels_file {

/// "kernels.toml:12: [variant.tiled]: grid", for errors.
std::string place_of(const inspect::toml_reader& from, const char* key);

/// Rejects names that do not consist of letters, digits and '_'.
void need_name(const inspect::toml_reader& from, const std::string& noun, const std::string& name);

/// A number or a text.
std::optional<expression> read_expression(inspect::toml_reader& from, const char* key);

/// One number or text, or several in [ ].
std::vector<expression> read_expressions(inspect::toml_reader& from, const char* key);

std::vector<template_text> read_templates(inspect::toml_reader& from, const char* key);

/// [ { if = "…", reason = "…" } ] or { "…" = "reason" }.
std::vector<rule_description> read_rules(inspect::toml_reader& from, const char* key);

/// A number, or { f32 = 1e-5, f64 = 1e-12 }; not negative.
tolerance read_tolerance(inspect::toml_reader& from, const char* key);

}  // namespace warpmark::kernels_file
