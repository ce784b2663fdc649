// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SendTokensInput} from "../interfaces/ITokenTransferrer.sol";
import {DevnetMessenger} from "./DevnetMessenger.sol";
import {DevnetTransferrer} from "./DevnetTransferrer.sol";
import {
    RegisterRemoteMessage,
    RemoteTokenTransferrerSettings,
    SingleHopSendMessage,
    TransferrerMessage,
    TransferrerMessageType
} from "./TeleporterTypes.sol";

/// @title A token's home for devnets and tests: locks it here, and has it minted on other chains
/// @notice ABI, checks and events are those of ICTT's ERC20TokenHome, as far as a single hop needs them.
contract DevnetTokenHome is DevnetTransferrer {
    using SafeERC20 for IERC20;

    /// @notice The tokens that are locked here.
    IERC20 public immutable TOKEN;

    uint8 private immutable _DECIMALS;

    mapping(bytes32 blockchainID => mapping(address remote => RemoteTokenTransferrerSettings)) private _remotes;
    mapping(bytes32 blockchainID => mapping(address remote => uint256)) private _transferred;

    event RemoteRegistered(
        bytes32 indexed remoteBlockchainID,
        address indexed remoteTokenTransferrerAddress,
        uint256 initialCollateralNeeded,
        uint8 tokenDecimals
    );
    event CollateralAdded(
        bytes32 indexed remoteBlockchainID,
        address indexed remoteTokenTransferrerAddress,
        uint256 amount,
        uint256 remaining
    );

    /// @notice The remote was made for a token of other decimals, or has too many itself.
    error InvalidDecimals();
    /// @notice The collateral is complete.
    error NoCollateralNeeded();
    /// @notice More comes back than went out.
    error InsufficientTransferred();

    constructor(DevnetMessenger messenger, IERC20Metadata token) DevnetTransferrer(messenger) {
        TOKEN = token;
        _DECIMALS = token.decimals();
    }

    /// @notice Locks `amount`, and the fee on top of it, and has the amount minted on the remote.
    /// @dev `TokensSent.amount` is in the remote's base units.
    function send(SendTokensInput calldata input, uint256 amount) external {
        _requireSingleHop(input);
        bytes32 blockchainID = input.destinationBlockchainID;
        address remote = input.destinationTokenTransferrerAddress;
        RemoteTokenTransferrerSettings memory settings = _registered(blockchainID, remote);
        if (settings.collateralNeeded > 0) revert CollateralNeeded();
        uint256 taken = _take(TOKEN, amount);
        uint256 fee = input.primaryFee == 0 ? 0 : _take(IERC20(input.primaryFeeTokenAddress), input.primaryFee);
        uint256 scaled = _toRemote(taken, settings.tokenMultiplier, settings.multiplyOnRemote);
        if (scaled == 0) revert ZeroAmount();
        _transferred[blockchainID][remote] += scaled;
        _sendTokens(input, scaled, fee);
    }

    /// @notice Locks the collateral of tokens that the remote had from the start. An excess is paid back.
    function addCollateral(bytes32 remoteBlockchainID, address remoteTokenTransferrerAddress, uint256 amount) external {
        uint256 needed = _registered(remoteBlockchainID, remoteTokenTransferrerAddress).collateralNeeded;
        if (needed == 0) revert NoCollateralNeeded();
        uint256 taken = _take(TOKEN, amount);
        uint256 excess = taken > needed ? taken - needed : 0;
        uint256 remaining = needed + excess - taken;
        _remotes[remoteBlockchainID][remoteTokenTransferrerAddress].collateralNeeded = remaining;
        emit CollateralAdded(remoteBlockchainID, remoteTokenTransferrerAddress, taken - excess, remaining);
        if (excess > 0) TOKEN.safeTransfer(msg.sender, excess);
    }

    /// @notice Takes a remote's registration, or pays out what came back.
    function receiveTeleporterMessage(bytes32 sourceBlockchainID, address originSenderAddress, bytes calldata message)
        external
        onlyMessenger
    {
        TransferrerMessage memory envelope = abi.decode(message, (TransferrerMessage));
        if (envelope.messageType == TransferrerMessageType.RegisterRemote) {
            _register(sourceBlockchainID, originSenderAddress, abi.decode(envelope.payload, (RegisterRemoteMessage)));
        } else if (envelope.messageType == TransferrerMessageType.SingleHopSend) {
            _withdraw(sourceBlockchainID, originSenderAddress, abi.decode(envelope.payload, (SingleHopSendMessage)));
        } else {
            revert UnsupportedMessage();
        }
    }

    /// @notice The token that is locked here.
    function getTokenAddress() external view returns (address) {
        return address(TOKEN);
    }

    /// @notice The settings of a remote; all zero when it is not registered.
    function getRemoteTokenTransferrerSettings(bytes32 remoteBlockchainID, address remoteTokenTransferrerAddress)
        external
        view
        returns (RemoteTokenTransferrerSettings memory)
    {
        return _remotes[remoteBlockchainID][remoteTokenTransferrerAddress];
    }

    /// @notice The tokens that circulate on a remote, in its base units.
    function getTransferredBalance(bytes32 remoteBlockchainID, address remoteTokenTransferrerAddress)
        external
        view
        returns (uint256)
    {
        return _transferred[remoteBlockchainID][remoteTokenTransferrerAddress];
    }

    function _register(bytes32 blockchainID, address remote, RegisterRemoteMessage memory message) private {
        if (_remotes[blockchainID][remote].registered) revert AlreadyRegistered();
        if (message.homeTokenDecimals != _DECIMALS || message.remoteTokenDecimals > 18) revert InvalidDecimals();
        (uint256 multiplier, bool isMultiplied) = _scaleOf(_DECIMALS, message.remoteTokenDecimals);
        uint256 needed = _toHome(message.initialReserveImbalance, multiplier, isMultiplied);
        if (isMultiplied && message.initialReserveImbalance % multiplier != 0) ++needed;
        _remotes[blockchainID][remote] = RemoteTokenTransferrerSettings({
            registered: true, collateralNeeded: needed, tokenMultiplier: multiplier, multiplyOnRemote: isMultiplied
        });
        emit RemoteRegistered(blockchainID, remote, needed, message.remoteTokenDecimals);
    }

    function _withdraw(bytes32 blockchainID, address remote, SingleHopSendMessage memory message) private {
        RemoteTokenTransferrerSettings memory settings = _registered(blockchainID, remote);
        if (settings.collateralNeeded > 0) revert CollateralNeeded();
        uint256 out = _transferred[blockchainID][remote];
        if (message.amount > out) revert InsufficientTransferred();
        _transferred[blockchainID][remote] = out - message.amount;
        uint256 amount = _toHome(message.amount, settings.tokenMultiplier, settings.multiplyOnRemote);
        if (amount == 0) revert ZeroAmount();
        emit TokensWithdrawn(message.recipient, amount);
        TOKEN.safeTransfer(message.recipient, amount);
    }

    function _registered(bytes32 blockchainID, address remote)
        private
        view
        returns (RemoteTokenTransferrerSettings memory settings)
    {
        settings = _remotes[blockchainID][remote];
        if (!settings.registered) revert NotRegistered();
    }
}
