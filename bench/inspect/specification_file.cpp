#include "bench/inspect/specification_file.hpp"

#include <cstdint>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/toml_reader.hpp"
#include "base/toml_text.hpp"
#include "base/usage_error.hpp"
#include "bench/compiler/ptx_kernel.hpp"
#include "bench/inspect/compile_table.hpp"
#include "bench/inspect/ptx_launch.hpp"

namespace warpmark::inspect {
namespace {

namespace fs = std::filesystem;

std::uint64_t not_negative(toml_reader& from, const char* key, std::uint64_t otherwise) {
  const auto value = from.whole(key);
  if (value && *value < 0) from.refuse(key, fmt::format("{} is below 0", *value));
  return value ? static_cast<std::uint64_t>(*value) : otherwise;
}

class reader {
 public:
  reader(const toml::table& table, const fs::path& path)
      : top_(table, path.string(), "",
             {"seed", "arch", "file", "compile", "buffer", "launch", "constant", "output"}),
        folder_(path.parent_path()) {}

  specification read() {
    result_.folder = folder_;
    result_.seed = not_negative(top_, "seed", result_.seed);
    if (auto text = top_.text("arch")) result_.architecture = *text;
    if (auto text = top_.text("file")) file_ = folder_ / *text;
    if (const auto* table = top_.table("compile")) {
      toml_reader from(*table, top_.file(), "[compile]", compile_keys());
      result_.compile = read_compile_settings(from, folder_);
      from.finish();
    }
    const key_list contents = {"name", "type", "count", "init"};
    top_.each_table("buffer", contents, [&](toml_reader& toml_reader) {
      result_.add_buffer(read_buffer(toml_reader));
    });
    top_.each_table("launch",
                    {"file", "entry", "grid", "block", "cluster", "shared", "cooperative",
                     "programmatic", "repeat", "args"},
                    [&](toml_reader& toml_reader) { read_launch(toml_reader); });
    // A variable belongs to a file, by default that of the first launch.
    top_.each_table("constant", all_keys({contents, {"file"}}),
                    [&](toml_reader& toml_reader) { read_symbol(toml_reader); });
    top_.each_table("output", {"buffer", "compare", "relative", "absolute"},
                    [&](toml_reader& toml_reader) { read_output(toml_reader); });
    top_.finish();
    in_place(top_.file(), [&] { check(result_); });
    return std::move(result_);
  }

 private:
  buffer_definition read_buffer(toml_reader& from) {
    buffer_definition result;
    result.name = from.needed_text("name");
    if (!is_name(result.name))
      from.refuse("name", fmt::format("'{}': expected letters, digits and '_'", result.name));
    read_contents(from, result);
    return result;
  }

  static void read_contents(toml_reader& from, buffer_definition& to) {
    const std::string type = from.needed_text("type");
    const std::string count = from.text_or_number("count").value_or("1");
    const auto initial = from.text_or_number("init");
    if (!initial) from.refuse("'init' is missing; expected e.g. init = \"zeros\"");
    in_place(fmt::format("{} ({})", from.where(), to.name), [&] {
      to.type = parse_value_type(type);
      to.shape = parse_shape(count);
      to.initial = parse_initial_values(to.type.kind, *initial);
      check(to);
    });
  }

  fs::path file_of(toml_reader& from) {
    if (auto text = from.text("file")) return folder_ / *text;
    if (file_.empty() && !result_.launches.empty()) return result_.launches.front().file;
    if (file_.empty()) from.refuse("'file' is missing, here and at the top level");
    return file_;
  }

  void read_launch(toml_reader& from) {
    launch_definition launch;
    launch.file = file_of(from);
    const bool is_ptx = compiler::is_ptx_file(launch.file);
    launch.entry = is_ptx ? from.text("entry").value_or("") : from.needed_text("entry");
    const auto grid = from.text_or_number("grid"), block = from.text_or_number("block"),
               cluster = from.text_or_number("cluster");
    if (!grid || (!block && !is_ptx))
      from.refuse(fmt::format("'{}' is missing", grid ? "block" : "grid"));
    in_place(from.where(), [&] {
      launch.shape.grid = parse_extent("grid", *grid);
      if (block) launch.shape.block = parse_extent("block", *block);
      if (cluster) launch.shape.cluster = parse_extent("cluster", *cluster);
    });
    const bool has_shared = from.node("shared") != nullptr;
    launch.shape.dynamic_shared_bytes = not_negative(from, "shared", 0);
    launch.shape.cooperative = from.flag("cooperative").value_or(false);
    launch.shape.programmatic = from.flag("programmatic").value_or(false);
    launch.repeat = not_negative(from, "repeat", 1);
    const auto texts = from.texts("args");
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::string unnamed = fmt::format("launch{}_arg{}", result_.launches.size(), i);
      in_place(from.where(),
               [&] { launch.arguments.push_back(result_.add_argument(texts[i], unnamed)); });
    }
    if (is_ptx)
      in_place(from.where(), [&] {
        complete_ptx_launch(
            launch,
            {.block = block.has_value(), .shared = has_shared, .cluster = cluster.has_value()},
            result_);
      });
    result_.launches.push_back(std::move(launch));
  }

  void read_symbol(toml_reader& from) {
    symbol_definition symbol;
    symbol.file = file_of(from);
    symbol.contents.name = from.needed_text("name");
    read_contents(from, symbol.contents);
    result_.symbols.push_back(std::move(symbol));
  }

  void read_output(toml_reader& from) {
    output_definition output;
    output.buffer = from.needed_text("buffer");
    const std::string comparison = from.text("compare").value_or("exact");
    if (comparison != "exact" && comparison != "tolerance")
      from.refuse("compare", fmt::format("'{}'{}", comparison,
                                         did_you_mean(comparison, {"exact", "tolerance"})));
    output.exact = comparison == "exact";
    output.relative = from.real("relative").value_or(0);
    output.absolute = from.real("absolute").value_or(0);
    if (!(output.relative >= 0) || !(output.absolute >= 0)) from.refuse("a tolerance is below 0");
    result_.outputs.push_back(output);
  }

  toml_reader top_;
  fs::path folder_, file_;
  specification result_;
};

}  // namespace

specification parse_specification(std::string_view text, const fs::path& path) {
  const toml::table table = parse_toml(text, path.string());
  return reader(table, path).read();
}

specification read_specification(const fs::path& path) {
  return parse_specification(read_toml_text(path), path);
}

}  // namespace warpmark::inspect
