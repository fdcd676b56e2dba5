#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/source_tree.hpp"
#include "bench/core/run_manifest.hpp"
#include "bench/inspect/specification.hpp"
#include "bench/kernels_file/expression.hpp"
#include "bench/kernels_file/source_choice.hpp"
#include "bench/kernels_file/template_text.hpp"
#include "variants/contract/axis.hpp"
#include "variants/contract/determinism.hpp"
#include "variants/contract/family.hpp"
#include "variants/contract/launch_plan.hpp"

// The contents of a kernels file (docs/kernels_file.md), with expressions parsed but not evaluated.

namespace warpmark::kernels_file {

/// The role of a buffer in an execution. An `inout` is restored before each execution, untimed; a
/// `bound` is written by the reference alone.
enum class buffer_use { in, out, inout, scratch, state, bound };

/// The maximum difference of a result: one number, or one per element type.
struct tolerance {
  double otherwise = 0;
  std::map<std::string, double> by_type = {};

  double of(const std::string& type) const {
    const auto found = by_type.find(type);
    return found == by_type.end() ? otherwise : found->second;
  }
};

struct buffer_description {
  std::string name;
  std::string where;
  buffer_use use;
  template_text type;
  expression length;                       ///< Elements.
  std::optional<template_text> init = {};  ///< For in and inout.
  tolerance absolute = {}, relative = {};  ///< For out and inout.
  /// The bound of an output's rounding error: an element's roundings, and the buffer of what they
  /// are relative to.
  std::optional<expression> depth = {};
  std::string magnitude = {};
  std::optional<std::string> expected = {};  ///< An .npy file, for out and inout.
  bool compared = true;                      ///< Whether an output's result matters.
};

/// "@NAME" or "@NAME[FIRST]".
struct address_argument {
  std::string buffer;
  std::optional<expression> first_element = {};
};

/// "TYPE=VALUE"; the value is a literal of a floating type, or an expression.
struct value_argument {
  template_text type;
  std::string literal = {};
  std::optional<expression> value = {};
};

/// An argument of a launch, with the place for errors.
struct argument_description {
  std::string where;
  std::variant<address_argument, value_argument> what;  ///< An address without a name is null.
};

struct launch_description {
  std::string where;
  source_choice source;
  inspect::compile_settings settings;  ///< Its defines and options are those below.
  std::vector<template_text> defines;
  std::vector<template_text> options;  ///< NVRTC's.
  template_text entry;
  std::vector<expression> grid, block,
      cluster;  ///< One to three extents each; cluster may be empty.
  std::optional<expression> shared_bytes = {};
  bool cooperative = false;
  bool programmatic = false;  ///< launch_shape::programmatic
  bool is_untrusted = false;  ///< Of a submission: options that name files are refused.
  std::vector<argument_description> arguments = {};
  /// Names of variables and buffers.
  std::vector<std::pair<std::string, std::string>> variables = {};
};

/// Every element becomes `value`.
struct fill_description {
  std::string where;
  std::string buffer;
  value_argument value;
};

struct copy_description {
  std::string where;
  std::string from, to;
};

using step_description = std::variant<launch_description, fill_description, copy_description>;

struct rule_description {
  expression holds;
  std::string reason;
};

struct variant_description {
  std::string name;
  std::string where;
  std::string title, summary, source;
  determinism deterministic;  ///< As the file states.
  std::vector<axis> axes;
  std::vector<rule_description> constraints;
  std::vector<buffer_description> buffers;  ///< Scratch and state buffers.
  std::vector<step_description> steps;
};

/// The size of an .npy file of a buffer's contents or expected result.
struct array_file {
  std::string descriptor;  ///< NumPy's descriptor of an element.
  std::uint64_t count = 0;
};

/// Problems of a task, by axis as written: "2^20", "f32", or a range, of which one is drawn.
struct problem_choice {
  std::string where;
  std::vector<std::pair<std::string, std::string>> values;
};

/// What makes the family a task that others solve (docs/judge.md).
struct task_description {
  std::string title;
  std::string baseline;  ///< The variant that speed-ups are relative to.
  std::vector<problem_choice> shown, hidden, interpreted;
  bool takes_plugins = false;
  bool has_launch = false;  ///< Whether a source alone is a submission.
};

/// The name of a submission as a variant.
inline constexpr const char* submission_name = "submission";

struct description {
  std::string path;
  std::string digest;  ///< SHA-256 of the file, hexadecimal.
  std::filesystem::path folder;
  source_tree tree;                          ///< The tree of all its files.
  std::vector<file_record> files;            ///< Files that it names; see kernels_record.
  std::map<std::string, array_file> arrays;  ///< By the path as written.

  std::string name, title;
  std::vector<axis> axes;
  std::vector<rule_description> constraints;
  std::vector<buffer_description> buffers;
  std::string reference;        ///< A variant's name; empty: .npy files, or nothing at all.
  std::string reference_where;  ///< For errors.
  bool unverified = false;
  std::optional<expression> bytes, operations;
  memory_traffic traffic = memory_traffic::copy;
  std::vector<variant_description> variants;
  std::optional<task_description> task = {};

  const variant_description* find_variant(const std::string& variant_name) const;

  /// Searches the family's buffers and the variant's own.
  const buffer_description* find_buffer(const variant_description& variant_description,
                                        const std::string& buffer_name) const;
};

/// Reads and checks the families of a kernels file, in its order, with different names. It and all
/// files that it names are read from `tree`. For a closed tree, which may have an untrusted author,
/// compiler options that name files are rejected, too. Throws usage_error with file, line, key,
/// value and what was expected.
std::vector<description> read_descriptions(const std::filesystem::path& requested,
                                           const source_tree& tree = {});

/// Reads a task and adds a submission to its family as the variant `submission_name`: a source that
/// the task's [task.launch] launches, or a TOML file with one table [variant.NAME]. Empty: the task
/// alone. A submission has an untrusted author: it reads files of its own folder only. Throws
/// usage_error.
description read_task(const std::filesystem::path& task, const std::filesystem::path& submission);

}  // namespace warpmark::kernels_file
