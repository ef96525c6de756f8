import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import { cssModules, declarationPlugin, federationOptions, remoteOutput } from '@propsight/remote-kit/webpack'
import HtmlPlugin from 'html-webpack-plugin'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'

const common = {
  // Only the server reads the maps, for the places of errors.
  devtool: 'hidden-source-map',
  resolve: { extensions: ['.tsx', '.ts', '.jsx', '.js'] },
  module: {
    rules: [
      {
        test: /\.[jt]sx?$/,
        exclude: /node_modules/,
        loader: 'swc-loader',
        options: {
          jsc: {
            target: 'es2022',
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic' } },
          },
        },
      },
      {
        test: /\.module\.css$/,
        use: [MiniCssExtractPlugin.loader, { loader: 'css-loader', options: { modules: cssModules() } }],
      },
      {
        test: /\.css$/,
        exclude: /\.module\.css$/,
        use: [MiniCssExtractPlugin.loader, 'css-loader'],
      },
    ],
  },
}

/** The build for the shell. */
const remote = {
  ...common,
  mode: 'production',
  entry: {},
  output: remoteOutput(),
  plugins: [
    new MiniCssExtractPlugin({ filename: '[name].css', chunkFilename: 'style-[contenthash:8].css' }),
    new ModuleFederationPlugin(federationOptions()),
    declarationPlugin('manifest'),
  ],
}

/** The page of `webpack serve`, which shows the remote alone. */
const alone = {
  ...common,
  mode: 'development',
  entry: './src/alone.tsx',
  devServer: { host: '127.0.0.1' },
  plugins: [new HtmlPlugin({ title: 'Scouting alone' }), new MiniCssExtractPlugin()],
}

export default (env) => (env.WEBPACK_SERVE ? alone : remote)
