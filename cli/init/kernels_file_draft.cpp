#include "cli/init/kernels_file_draft.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/toml_text.hpp"
#include "base/usage_error.hpp"
#include "base/value_type.hpp"
#include "bench/inspect/masked_text.hpp"
#include "cli/init/kernel_signature.hpp"

namespace warpmark {
namespace {

constexpr const char* template_type = "{type}";  // of a kernel that is a template over a type

bool has_word(const std::string& text, const std::string& word) {
  return inspect::find_word(text, word) != std::string::npos;
}

// A name for TOML: "detail::sum" is detail_sum.
std::string plain_name(std::string name) {
  for (auto at = name.find("::"); at != std::string::npos; at = name.find("::"))
    name.replace(at, 2, "_");
  for (char& letter : name)
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  return name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0 ? "k" + name
                                                                                     : name;
}

std::string without_qualifiers(const std::string& type) {
  static const std::regex words(R"(\b(const|volatile|struct|std::)\b ?)");
  std::string plain = std::regex_replace(type, words, "");
  plain.erase(
      std::remove_if(plain.begin(), plain.end(), [](char c) { return c == '*' || c == '&'; }),
      plain.end());
  const auto begin = plain.find_first_not_of(' ');
  if (begin == std::string::npos) return "";
  plain = plain.substr(begin, plain.find_last_not_of(' ') + 1 - begin);
  return plain.starts_with("std::") ? plain.substr(5) : plain;
}

// The element type of a C++ type, "f32x4" of float4; empty for others, as structures.
std::optional<std::string> element_type(const std::string& cpp, const kernel_signature& kernel) {
  static const std::map<std::string, std::string> names = {{"char", "i8"},
                                                           {"signed char", "i8"},
                                                           {"int8_t", "i8"},
                                                           {"unsigned char", "u8"},
                                                           {"uint8_t", "u8"},
                                                           {"bool", "u8"},
                                                           {"void", "u8"},
                                                           {"short", "i16"},
                                                           {"int16_t", "i16"},
                                                           {"unsigned short", "u16"},
                                                           {"uint16_t", "u16"},
                                                           {"int", "i32"},
                                                           {"int32_t", "i32"},
                                                           {"unsigned", "u32"},
                                                           {"unsigned int", "u32"},
                                                           {"uint32_t", "u32"},
                                                           {"uint", "u32"},
                                                           {"long", "i64"},
                                                           {"long long", "i64"},
                                                           {"int64_t", "i64"},
                                                           {"ptrdiff_t", "i64"},
                                                           {"unsigned long", "u64"},
                                                           {"unsigned long long", "u64"},
                                                           {"uint64_t", "u64"},
                                                           {"size_t", "u64"},
                                                           {"half", "f16"},
                                                           {"__half", "f16"},
                                                           {"__nv_bfloat16", "bf16"},
                                                           {"nv_bfloat16", "bf16"},
                                                           {"float", "f32"},
                                                           {"double", "f64"}};
  static const std::map<std::string, std::string> vectors = {
      {"char", "i8"},   {"uchar", "u8"},  {"short", "i16"},    {"ushort", "u16"},
      {"int", "i32"},   {"uint", "u32"},  {"longlong", "i64"}, {"ulonglong", "u64"},
      {"float", "f32"}, {"double", "f64"}};
  const std::string type = without_qualifiers(cpp);
  if (const auto found = names.find(type); found != names.end()) return found->second;
  if (!type.empty() && type.back() >= '2' && type.back() <= '4')
    if (const auto found = vectors.find(type.substr(0, type.size() - 1)); found != vectors.end())
      return fmt::format("{}x{}", found->second, type.back());
  for (const auto& parameter : kernel.template_parameters)
    if (parameter.name == type && (parameter.kind == "typename" || parameter.kind == "class"))
      return template_type;
  return std::nullopt;
}

bool is_pointer(const kernel_parameter& parameter) { return parameter.type.ends_with('*'); }
bool is_number(const std::string& element) { return element.front() != 'f' && element != "bf16"; }

// Why a kernels file cannot describe the kernel; empty if it can.
std::string obstacle(const kernel_signature& kernel) {
  for (const auto& parameter : kernel.parameters) {
    const bool is_double = std::count(parameter.type.begin(), parameter.type.end(), '*') > 1;
    if (is_double || !element_type(parameter.type, kernel))
      return fmt::format("its parameter {} is a {}", parameter.name, parameter.type);
  }
  std::size_t types = 0;
  for (const auto& parameter : kernel.template_parameters) {
    const bool is_type = parameter.kind == "typename" || parameter.kind == "class";
    if (is_type && ++types > 1) return "it is a template over several types";
    static const std::set<std::string> integers = {"int",      "unsigned", "unsigned int", "bool",
                                                   "size_t",   "uint32_t", "int32_t",      "long",
                                                   "uint64_t", "int64_t",  "std::size_t"};
    if (!is_type && !integers.contains(parameter.kind))
      return fmt::format("its template parameter {} is a {}", parameter.name, parameter.kind);
  }
  return "";
}

std::string toml_string(const std::string& text) {
  std::ostringstream out;
  out << toml::toml_formatter(toml::value<std::string>(text), toml::format_flags::none);
  return out.str();
}

struct guess {
  std::string role, reason;
};

// Whether "[...] = " follows, without another operator in the assignment.
bool is_assigned(const std::string& body, std::size_t at) {
  at = body.find_first_not_of(" \t\r\n", at);
  if (at == std::string::npos || body[at] != '[') return false;
  int depth = 0;
  for (; at < body.size(); ++at) {
    if (body[at] == '[') ++depth;
    if (body[at] == ']' && --depth == 0) break;
  }
  at = body.find_first_not_of(" \t\r\n", std::min(at + 1, body.size()));
  return at != std::string::npos && body[at] == '=' && body.compare(at, 2, "==") != 0;
}

// "x[i] = …" is written; "x[i]" elsewhere, and x without an index, is read as well.
guess role_of(const kernel_parameter& parameter, const std::string& body) {
  if (has_word(parameter.type, "const")) return {"in", "const"};
  std::size_t writes = 0, others = 0;
  for (auto at = inspect::find_word(body, parameter.name); at != std::string::npos;
       at = inspect::find_word(body, parameter.name, at + 1))
    ++(is_assigned(body, at + parameter.name.size()) ? writes : others);
  if (writes > 0 && others == 0) return {"out", "only assigned to"};
  return {"inout", "read and written, or passed on"};
}

bool names_size(const std::string& name) {
  static const std::regex sizes(
      "n|N|m|k|w|h|size|len|length|count|width|height|rows|cols|columns|elements|total|num.*|n_.*|"
      ".*_?(size|len|length|count|width|height|elements)",
      std::regex::icase);
  return std::regex_match(name, sizes);
}

class family_draft {
 public:
  family_draft(std::string name, std::string file, std::vector<kernel_signature> kernels,
               bool is_only)
      : name_(std::move(name)),
        file_(std::move(file)),
        kernels_(std::move(kernels)),
        table_(is_only ? "" : "family.") {
    for (const auto& kernel : kernels_) {
      for (const char* index : {"threadIdx.y", "blockIdx.y"})
        if (kernel.body.find(index) != std::string::npos) is_plane_ = true;
    }
  }

  std::string text(bool is_only, const std::vector<guarded_macro>& macros) {
    line(is_only ? "[family]" : "[[family]]");
    line(fmt::format("name = \"{}\"", name_));
    line(fmt::format("file = {}", toml_string(file_)));
    line("ops = \"n\"", "what counters and rates are quoted per");
    if (kernels_.size() > 1)
      line(fmt::format("reference = \"{}\"", variant_name(kernels_.front())),
           "the variant whose results all others must have");
    else
      line("reference = \"none\"",
           "nothing is verified: better name a simple variant, or give outputs an expected file");
    problem();
    for (const auto& parameter : kernels_.front().parameters)
      if (is_pointer(parameter)) buffer(parameter);
    for (const auto& kernel : kernels_) variant(kernel, macros);
    return std::move(text_);
  }

 private:
  void line(const std::string& code, const std::string& comment = {}) {
    text_ += comment.empty() ? code + "\n" : fmt::format("{:<38} # {}\n", code, comment);
  }
  void table(const std::string& name, const std::string& comment = {}) {
    text_ += "\n";
    line(fmt::format("[{}{}]", table_, name), comment);
  }
  static std::string variant_name(const kernel_signature& kernel) {
    return plain_name(kernel.name);
  }

  bool has_template_type() const {
    for (const auto& parameter : kernels_.front().parameters)
      if (element_type(parameter.type, kernels_.front()) == template_type) return true;
    return false;
  }

  void problem() {
    table("problem", "what the work depends on: -p");
    if (is_plane_)
      line("n = { values = \"2^9..2^12\", interpreted = [64] }",
           "rows and columns; interpreted: the sizes on simt");
    else
      line("n = { values = \"2^16..2^24:2^4\", interpreted = [4096] }",
           "elements; interpreted: the sizes on simt");
    if (has_template_type()) line("type = [\"f32\"]", "of the template; as many as it is made for");
  }

  void buffer(const kernel_parameter& parameter) {
    const auto& kernel = kernels_.front();
    const std::string type = *element_type(parameter.type, kernel);
    const auto guessed = role_of(parameter, kernel.body);
    table("buffer." + plain_name(parameter.name), parameter.type + " " + parameter.name);
    line(fmt::format("role = \"{}\"", guessed.role),
         fmt::format("guessed, {}: in, out, inout", guessed.reason));
    line(fmt::format("type = \"{}\"", type));
    line(is_plane_ ? "length = \"n * n\"" : "length = \"n\"", "guessed: elements");
    if (guessed.role != "out")
      line(is_number(type) && type != template_type ? "init = \"permutation\""
                                                    : "init = \"uniform(-1, 1)\"",
           "or zeros, arange, @file.npy, ...");
    if (guessed.role != "in" && !is_number(type) && kernels_.size() > 1)
      line("relative = 1e-5", "tolerance; sums in another order need absolute, too");
  }

  // The axis of the block's threads: a template's parameter, if one is named so or multiplies the
  // block's index.
  static std::string block_axis(const kernel_signature& kernel) {
    static const std::regex names("block|threads|tpb|block_?(size|dim|threads|width)|bs",
                                  std::regex::icase);
    for (const auto& parameter : kernel.template_parameters)
      if (std::regex_match(parameter.name, names) ||
          kernel.body.find("blockIdx.x * " + parameter.name) != std::string::npos ||
          kernel.body.find(parameter.name + " * blockIdx.x") != std::string::npos ||
          kernel.body.find("blockIdx.x*" + parameter.name) != std::string::npos)
        return parameter.name;
    return "block";
  }

  static std::string entry(const kernel_signature& kernel) {
    std::vector<std::string> arguments;
    for (const auto& parameter : kernel.template_parameters) {
      const bool is_type = parameter.kind == "typename" || parameter.kind == "class";
      arguments.push_back(is_type ? template_type : "{" + parameter.name + "}");
    }
    if (arguments.empty()) return kernel.name;
    return fmt::format("{}<{}>", kernel.name, fmt::join(arguments, ", "));
  }

  void variant(const kernel_signature& kernel, const std::vector<guarded_macro>& macros) {
    const std::string name = variant_name(kernel), block = block_axis(kernel);
    table("variant." + name, fmt::format("{}:{}", file_, kernel.line));
    line(fmt::format("entry = \"{}\"", entry(kernel)));
    if (is_plane_) {
      line("grid = [\"ceildiv(n, block_x)\", \"ceildiv(n, block_y)\"]", "guessed");
      line("block = [\"block_x\", \"block_y\"]");
    } else {
      line(fmt::format("grid = \"ceildiv(n, {})\"", block), "guessed: one element per thread");
      line(fmt::format("block = \"{}\"", block));
    }
    std::vector<std::string> arguments;
    for (const auto& parameter : kernel.parameters)
      arguments.push_back(argument(parameter, kernel));
    line(fmt::format("args = [{}]", fmt::join(arguments, ", ")), "in the kernel's order");
    if (kernel.body.find("extern __shared__") != std::string::npos)
      line(fmt::format("shared = \"{} * 4\"", is_plane_ ? "block_x * block_y" : block),
           "guessed: dynamic shared memory in bytes");
    axes(kernel, name, block, macros);
  }

  static std::string argument(const kernel_parameter& parameter, const kernel_signature& kernel) {
    if (is_pointer(parameter)) return fmt::format("\"@{}\"", plain_name(parameter.name));
    const std::string type = *element_type(parameter.type, kernel);
    const bool is_size = is_number(type) && type != template_type && names_size(parameter.name);
    return fmt::format("\"{}={}\"", type, is_size ? "n" : "1");
  }

  void axes(const kernel_signature& kernel, const std::string& name, const std::string& block,
            const std::vector<guarded_macro>& macros) {
    table(fmt::format("variant.{}.axes", name), "what can be tuned: -c; the first is the base");
    const int max = kernel.max_threads > 0 ? kernel.max_threads : 1024;
    const auto values = [&](std::vector<int> wanted) {
      std::erase_if(wanted, [&](int value) { return value > max; });
      if (wanted.empty()) wanted.push_back(max);
      return fmt::format("[{}]", fmt::join(wanted, ", "));
    };
    std::set<std::string> of_block;
    if (is_plane_) {
      of_block = {"block_x", "block_y"};
      line("block_x = " + values({32, 16, 64, 128}), "threads of a block in x");
      line("block_y = " + values({8, 1, 2, 4, 16}));
    } else {
      of_block = {block};
      line(fmt::format("{} = {}", block, values({256, 64, 128, 512, 1024})), "threads of a block");
    }
    for (const auto& parameter : kernel.template_parameters) {
      if (of_block.contains(parameter.name) || parameter.kind == "typename" ||
          parameter.kind == "class")
        continue;
      line(fmt::format("{} = {}", parameter.name,
                       parameter.kind == "bool" ? "[false, true]" : "[1, 2, 4, 8]"),
           "guessed: a parameter of the template");
    }
    for (const auto& macro : macros)
      if (has_word(kernel.body, macro.name))
        line(fmt::format("# {} = [{}]", macro.name, macro.value),
             "a macro with a default: an axis with define_axes = true in the variant");
  }

  std::string name_, file_;
  std::vector<kernel_signature> kernels_;
  std::string table_, text_;
  bool is_plane_ = false;
};

std::string shape_of(const kernel_signature& kernel) {
  std::string shape;
  for (const auto& parameter : kernel.parameters)
    shape += fmt::format("{} {},", element_type(parameter.type, kernel).value_or(""),
                         is_pointer(parameter) ? parameter.name : "");
  return shape;
}

}  // namespace

std::string kernels_file_draft(const std::string& file, const std::string& source,
                               const std::string& output) {
  const auto all = kernel_signatures(source);
  if (all.empty())
    throw usage_error(fmt::format("{}: no kernel; expected a function that is __global__", file));
  std::vector<std::string> shapes, left_out;
  std::map<std::string, std::vector<kernel_signature>> families;
  std::set<std::string> variants;
  for (const auto& kernel : all) {
    if (!variants.insert(plain_name(kernel.name)).second) {
      left_out.push_back(
          fmt::format("{} (line {}): it is defined before", kernel.name, kernel.line));
      continue;
    }
    if (const auto why = obstacle(kernel); !why.empty()) {
      left_out.push_back(fmt::format("{} (line {}): {}", kernel.name, kernel.line, why));
      continue;
    }
    const auto shape = shape_of(kernel);
    if (!families.contains(shape)) shapes.push_back(shape);
    families[shape].push_back(kernel);
  }
  if (shapes.empty())
    throw usage_error(fmt::format(
        "{}: no kernel that a kernels file can describe; {}; `warpmark inspect` takes structures",
        file, fmt::join(left_out, "; ")));

  const std::string stem = plain_name(std::filesystem::path(file).stem().string());
  std::string text = fmt::format(
      "# Kernels of {0}, written by `warpmark init`. What is guessed says so; then try\n"
      "#   warpmark list --kernels {1}\n"
      "#   warpmark run  --kernels {1} --backend simt   # finds accesses out of bounds\n"
      "# All keys: docs/kernels_keys.md in warpmark's documentation.\n",
      inspect::in_one_line(file), inspect::in_one_line(output));
  for (const auto& each : left_out)
    text += fmt::format("# Left out: {}.\n", inspect::in_one_line(each));
  const bool is_only = shapes.size() == 1;
  const auto macros = guarded_macros(source);
  std::set<std::string> names;
  for (const auto& shape : shapes) {
    const auto& kernels = families[shape];
    std::string name = is_only ? stem : plain_name(kernels.front().name);
    while (!names.insert(name).second) name += "_";
    text += "\n" + family_draft(name, file, kernels, is_only).text(is_only, macros);
  }
  return text;
}

}  // namespace warpmark
