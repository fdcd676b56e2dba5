#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "bench/compiler/sha256.hpp"
#include "bench/core/suggest.hpp"
#include "bench/core/usage_error.hpp"
#include "bench/inspect/compile_table.hpp"
#include "bench/inspect/npy_file.hpp"
#include "bench/inspect/toml_reader.hpp"
#include "bench/kernels_file/axis_table.hpp"
#include "bench/kernels_file/buffer_table.hpp"
#include "bench/kernels_file/description.hpp"
#include "bench/kernels_file/description_check.hpp"
#include "bench/kernels_file/values.hpp"
#include "bench/kernels_file/variant_table.hpp"

namespace warpmark::kernels_file {
namespace {

namespace fs = std::filesystem;
using inspect::toml_reader;

class reader {
 public:
  reader(const toml::table& table, const fs::path& path, std::string digest)
      : top_(table, path.string(), "") {
    result_.path = path.string();
    result_.digest = std::move(digest);
    result_.folder = path.parent_path();
  }

  description read() {
    read_family();
    each_of("problem", [&](toml_reader& from, const std::string& name, const toml::node& node) {
      result_.axes.push_back(read_axis(from, name, node, axis_kind::problem));
    });
    each_table_of("buffer", [&](toml_reader& from, const std::string& name) {
      result_.buffers.push_back(read_buffer(from, name, buffer_owner::family));
      note_arrays(from, result_.buffers.back());
    });
    const shared_settings shared = read_shared();
    source_files sources;
    each_table_of("variant", [&](toml_reader& from, const std::string& name) {
      result_.variants.push_back(read_variant(from, name, shared, sources));
    });
    top_.finish();
    for (auto& each : sources.files()) result_.files.push_back(std::move(each));
    check(result_);
    return std::move(result_);
  }

 private:
  void read_family() {
    const auto* table = top_.table("family");
    if (table == nullptr) top_.refuse("[family] is missing; right would be [family] with a name");
    toml_reader from(*table, top_.file(), "[family]");
    result_.name = from.needed_text("name");
    need_name(from, "family", result_.name);
    result_.title = from.text("title").value_or(result_.name);
    read_reference(from);
    result_.bytes = read_expression(from, "bytes");
    result_.operations = read_expression(from, "ops");
    result_.traffic = traffic_of(from);
    result_.constraints = read_rules(from, "constraints");
    file_ = from.text("file").value_or("");
    from.finish();
  }

  void read_reference(toml_reader& from) {
    const auto text = from.text("reference");
    result_.reference_where = place_of(from, "reference");
    result_.reference = text.value_or("");
    result_.unverified = text && *text == "none";
    if (result_.unverified) result_.reference.clear();
  }

  static memory_traffic traffic_of(toml_reader& from) {
    const std::string text = from.text("traffic").value_or("copy");
    for (const auto each : {memory_traffic::read, memory_traffic::write, memory_traffic::copy})
      if (name(each) == text) return each;
    from.refuse("traffic",
                fmt::format("'{}'{}", text, did_you_mean(text, {"read", "write", "copy"})));
  }

  shared_settings read_shared() {
    shared_settings shared{
        .folder = result_.folder, .file = file_, .compile = {}, .defines = {}, .options = {}};
    const auto* table = top_.table("compile");
    // Whole programs include the host's headers, and their kernels need nothing of them.
    shared.compile.stub_host_headers = true;
    if (table == nullptr) return shared;
    toml_reader from(*table, top_.file(), "[compile]");
    shared.compile = inspect::read_compile_settings(from, result_.folder);
    if (!table->contains("host_headers")) shared.compile.stub_host_headers = true;
    from.finish();
    for (const auto& each : shared.compile.defines)
      shared.defines.emplace_back(each, place_of(from, "defines"));
    for (const auto& each : shared.compile.options)
      shared.options.emplace_back(each, place_of(from, "options"));
    return shared;
  }

  template <class Visit>
  void each_of(const char* key, Visit&& visit) {
    const auto* table = top_.table(key);
    if (table == nullptr || table->empty())
      top_.refuse(fmt::format("there is no [{}.NAME]; right would be one or more", key));
    toml_reader from(*table, top_.file(), fmt::format("[{}]", key));
    for (const auto& [name, node] : from.in_order()) visit(from, name, *node);
  }

  template <class Visit>
  void each_table_of(const char* key, Visit&& visit) {
    each_of(key, [&](toml_reader& from, const std::string& name, const toml::node& node) {
      if (!node.is_table())
        from.refuse(name.c_str(), fmt::format("right would be a table [{}.{}]", key, name));
      toml_reader each(*node.as_table(), top_.file(), fmt::format("[{}.{}]", key, name));
      visit(each, name);
    });
  }

  void note_arrays(const toml_reader& from, const buffer_description& of) {
    const auto note = [&](const char* key, const std::string& name) {
      const fs::path path = result_.folder / name;
      const std::string where = place_of(from, key);
      inspect::in_place(where, [&] {
        const auto array = inspect::read_npy(path);
        result_.arrays[name] = {array.descriptor, array.count()};
      });
      result_.files.push_back({path.string(), digest_of(path, where)});
    };
    if (of.init && of.init->text().starts_with("@")) note("init", of.init->text().substr(1));
    if (of.expected) note("expected", *of.expected);
  }

  toml_reader top_;
  std::string file_;
  description result_;
};

// Errors show texts of the file, which may have several.
std::string in_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

const variant_description* description::find_variant(const std::string& wanted) const {
  for (const auto& each : variants)
    if (each.name == wanted) return &each;
  return nullptr;
}

const buffer_description* description::find_buffer(const variant_description& of,
                                                   const std::string& wanted) const {
  for (const auto* list : {&buffers, &of.buffers})
    for (const auto& each : *list)
      if (each.name == wanted) return &each;
  return nullptr;
}

description read_description(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || fs::is_directory(path))
    throw usage_error(fmt::format("{}: {}", path.string(), std::strerror(file ? EISDIR : errno)));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  compiler::sha256 hash;
  std::string digest = hash.part(text).hex();
  try {
    const toml::table table = toml::parse(text);
    return reader(table, path, std::move(digest)).read();
  } catch (const usage_error& error) {
    throw usage_error(in_one_line(error.what()));
  } catch (const toml::parse_error& error) {
    const auto& at = error.source().begin;
    throw usage_error(in_one_line(
        fmt::format("{}:{}:{}: {}", path.string(), at.line, at.column, error.description())));
  }
}

}  // namespace warpmark::kernels_file
